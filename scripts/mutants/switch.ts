/**
 * Runs in the test process before each test file: switches the mutant on, and records for the runner which mutants each
 * test reaches. Loaded by Vitest (see runner.ts).
 */
import * as drizzle from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'

type Switch = {
  (id: number): boolean
  drizzle: typeof drizzle
  on: number
  count: number
  reached: Set<number> | undefined
}
type Meta = Record<string, unknown>

/** A mutant reached more often than this is in an endless loop. */
const most = 3_000_000

const global = globalThis as { $m?: Switch }
const mutants = (global.$m ??= makeSwitch())
mutants.on = inject('mutant')
mutants.count = 0
mutants.reached = inject('records') ? new Set() : undefined

function makeSwitch(): Switch {
  const made: Switch = Object.assign(
    (id: number): boolean => {
      made.reached?.add(id)
      if (id !== made.on) return false
      made.count += 1
      if (made.count > most) throw new Error('This mutant never ends.')
      return true
    },
    { drizzle, on: -1, count: 0, reached: undefined },
  )
  return made
}

function take(): number[] {
  const ids = [...(mutants.reached ?? [])]
  mutants.reached?.clear()
  return ids
}

let isFirst = true
// oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern that no fixture is wanted.
beforeAll(({}, suite) => {
  // Reached while the modules were loading.
  if (mutants.reached) (suite.meta as Meta)['loading'] = take()
})
beforeEach(({ task }) => {
  if (!mutants.reached) return
  // Reached by the hooks of the file or of a group: every test depends on them.
  if (isFirst) (task.file.meta as Meta)['hooks'] = []
  isFirst = false
  ;((task.file.meta as Meta)['hooks'] as number[]).push(...take())
})
afterEach(({ task }) => {
  if (mutants.reached) (task.meta as Meta)['reached'] = take()
})
// oxlint-disable-next-line no-empty-pattern -- As above.
afterAll(({}, suite) => {
  ;(suite.meta as Meta)['count'] = mutants.count
})

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of the active mutant; -1 for none. */
    mutant: number
    /** Whether to record what is reached. */
    records: boolean
  }
}
