import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Effort } from './lib/compare.ts'
import { smallest } from './lib/fill.ts'
import { rowsOf } from './lib/rows.ts'
import { table } from './lib/table.ts'
import { openWorld, type PostgresServer } from './lib/world.ts'

/** What `node --cpu-prof` writes (Chrome DevTools Protocol, Profiler.Profile): Chrome's developer tools open it too. */
const CpuProfile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})
const shown = 30
const kept = join(import.meta.dirname, '..', '.cache', 'bench.cpuprofile')

/** Prints the functions in which the server, run from its sources, spends its time under one call. */
export async function profile(
  postgres: PostgresServer,
  folder: string,
  { rounds, seconds }: Effort,
  title: string,
): Promise<void> {
  const world = await openWorld(postgres, folder, smallest, true)
  const rows = await rowsOf(world)
  const found = rows.find((row) => row.title === title)
  if (!found) throw new Error(`profile one of: ${rows.map((row) => `'${row.title}'`).join(', ')}`)
  await found.ours(rounds * seconds)
  await world.close()
  const files = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))
  // Of the shop and of the one without its cache: the longer one did the work.
  const [file = ''] = files.toSorted((a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size)
  mkdirSync(dirname(kept), { recursive: true })
  copyFileSync(join(folder, file), kept)
  console.log(hottest(CpuProfile.parse(JSON.parse(readFileSync(kept, 'utf8')))))
  console.log(`\nThe whole profile is ${kept}.`)
}

function hottest({ nodes, samples, timeDeltas }: z.infer<typeof CpuProfile>): string {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || '(anonymous)'} ${url.replace(/^.*?\/(?=(src|node_modules)\/)/, '')}${url && `:${lineNumber + 1}`}`,
    ]),
  )
  const times = new Map<string, number>()
  for (const [n, id] of samples.entries()) {
    const name = names.get(id)?.trim() ?? ''
    if (name !== '(idle)') times.set(name, (times.get(name) ?? 0) + (timeDeltas[n] ?? 0))
  }
  const busy = [...times.values()].reduce((sum, time) => sum + time, 0)
  const rows = [...times].toSorted(([, a], [, b]) => b - a).slice(0, shown)
  return table(
    ['Share', 'Function'],
    rows.map(([name, time]) => [`${((time / busy) * 100).toFixed(1)} %`, name]),
  )
}
