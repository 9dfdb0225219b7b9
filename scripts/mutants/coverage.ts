import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestModule } from 'vitest/node'
import type { Mutant } from './find.ts'
import type { Runner, Selection } from './runner.ts'

/** What each test of a file reached without any mutant. */
type TestFile = {
  /** The hash of the file's text: a changed file is measured again. */
  hash: string
  tests: { id: string; ms: number; reached: number[] }[]
  /** Mutants reached by what runs before the tests. */
  hooks: number[]
  /** Mutants reached while modules were loading: they need a fresh process. */
  loading: number[]
}
type Kept = { keys: string[]; files: Record<string, TestFile> }

export type Coverage = ReturnType<typeof openCoverage>
/** The tests that can detect a mutant, the likeliest and fastest file first. */
export type Choice = { selections: Selection[]; needsFreshProcess: boolean; ms: number }

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** Records which tests reach which mutants, and keeps this between runs. */
export function openCoverage(root: string, path: string, current: ReadonlySet<string>) {
  const kept = readJson<Kept>(path) ?? { keys: [], files: {} }
  const numbers = new Map(kept.keys.map((key, n) => [key, n]))

  function numberOf(key: string): number {
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, kept.keys.push(key) - 1)
    return kept.keys.length - 1
  }

  const hashes = new Map<string, string>()
  let asked = new Set<string>()
  function fileHash(file: string): string {
    const known = hashes.get(file) ?? hashOf(readFileSync(join(root, file), 'utf8'))
    hashes.set(file, known)
    return known
  }

  function note(file: string, module: TestModule, keyOf: (id: number) => string, hash: string): void {
    const numbered = (ids: unknown) =>
      [...new Set((ids as number[] | undefined) ?? [])].map((id) => numberOf(keyOf(id)))
    const meta = module.meta() as Record<string, unknown>
    kept.files[file] = {
      hash,
      hooks: numbered(meta['hooks']),
      loading: numbered(meta['loading']),
      tests: [...module.children.allTests('passed')].map((test) => ({
        id: test.id,
        ms: Math.ceil(test.diagnostic()?.duration ?? 0),
        reached: numbered((test.meta() as Record<string, unknown>)['reached']),
      })),
    }
  }

  return {
    fileHash,

    /** Runs the new or changed test files without any mutant. @returns the files that failed: their results mean nothing. */
    async measure(runner: Runner, files: string[], keyOf: (id: number) => string, told: (text: string) => void) {
      const failed: string[] = []
      asked = new Set(files)
      const due = files.filter((file) => kept.files[file]?.hash !== fileHash(file))
      for (const [n, file] of due.entries()) {
        told(`Measuring what the tests reach: ${n + 1} of ${due.length}, ${file}`)
        const { outcome, modules } = await runner.run([{ file }], -1, 600_000, true)
        const [module] = modules
        if (outcome !== 'passed') failed.push(file)
        // A file that fails, for instance because nothing is built, is measured again in the next run.
        if (module) note(file, module, keyOf, outcome === 'passed' ? fileHash(file) : '')
        else delete kept.files[file]
        writeJson(path, kept)
      }
      return failed
    },

    /** The tests for a mutant, up to `budgetMs` milliseconds of them; undefined if no test reaches it. */
    choose(mutant: Mutant, budgetMs: number): Choice | undefined {
      const isWanted = wanted(kept, numbers, current, mutant)
      const files = Object.entries(kept.files).filter(([file]) => asked.has(file))
      const needsFreshProcess = files.some(([, { loading }]) => loading.some(isWanted))
      const ofItsFile = kept.keys.map((key) => key.startsWith(`${mutant.file}#`))
      const found = files.flatMap(([file, { tests, hooks }]) => {
        const isReached = (ids: number[]) => ids.some(isWanted)
        const isNear = (ids: number[]) => needsFreshProcess && ids.some((id) => ofItsFile[id])
        const whole = isReached(hooks) || isNear(hooks) || (needsFreshProcess && isBeside(file, mutant.file))
        const those = whole ? tests : tests.filter(({ reached }) => isReached(reached) || isNear(reached))
        const ms = those.reduce((sum, test) => sum + test.ms, 0)
        return those.length > 0 ? [{ file, tests: those.map(({ id }) => id), ms, whole }] : []
      })
      if (found.length === 0) return undefined
      const rank = ({ file, ms }: { file: string; ms: number }) => ms + (isBeside(file, mutant.file) ? 0 : 2_000)
      let total = 0
      const within = found
        .toSorted((a, b) => rank(a) - rank(b))
        .filter(({ file, ms }, n) => {
          if (n > 0 && total + ms > budgetMs && !isBeside(file, mutant.file)) return false
          total += ms
          return true
        })
      const selections = within.map(({ file, tests, whole }) => (whole ? { file } : { file, tests }))
      return { selections, needsFreshProcess, ms: total }
    },
  }
}

/**
 * Matches the mutant itself if it was measured, and the mutants that its function had before it changed, since tests that
 * were measured then know only those; else every mutant of the function, or of its file.
 */
function wanted(kept: Kept, numbers: Map<string, number>, current: ReadonlySet<string>, mutant: Mutant) {
  const scope = mutant.key.slice(0, mutant.key.lastIndexOf('#') + 1)
  const number = numbers.get(mutant.key)
  if (number !== undefined) {
    const isFormer = (key: string) => key.startsWith(scope) && !current.has(key)
    return (id: number) => id === number || isFormer(kept.keys[id] ?? '')
  }
  const near = [scope, `${mutant.file}#`].find((start) => kept.keys.some((key) => key.startsWith(start))) ?? scope
  const ids = new Set(kept.keys.flatMap((key, n) => (key.startsWith(near) ? [n] : [])))
  return (id: number) => ids.has(id)
}

const isBeside = (testFile: string, file: string): boolean => dirname(testFile) === dirname(file)

export function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return undefined
  }
}

/** Writes atomically: two runs may write at once. */
export function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(value))
  renameSync(draft, path)
}
