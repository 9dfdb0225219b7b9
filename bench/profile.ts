import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { join } from 'node:path'
import { smallest } from './lib/fill.ts'
import { rowsOf } from './lib/rows.ts'
import { table } from './lib/table.ts'
import { openWorld, type Bench } from './lib/world.ts'

const shown = 30
const folder = join(import.meta.dirname, '..', '.cache', 'profiles')

/** Prints the functions in which the server, run from its sources, spends its time while handling one call. */
export async function profile(bench: Bench, title: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  await measure(bench, title)
  const files = readdirSync(folder).map((name) => join(folder, name))
  // There is one profile of the shop and one of the shop without its cache: the larger one did the work.
  const [file = ''] = files.toSorted((a, b) => statSync(b).size - statSync(a).size)
  console.log(`${hottest(JSON.parse(readFileSync(file, 'utf8')))}\n\nChrome's developer tools show all of ${file}.`)
}

async function measure(bench: Bench, title: string): Promise<void> {
  await using world = await openWorld(bench, smallest, folder)
  const rows = await rowsOf(world)
  const found = rows.find((row) => row.title === title)
  if (!found) throw new Error(`name the row to profile, one of: ${rows.map((row) => `'${row.title}'`).join(', ')}`)
  await found.ours(bench.rounds * bench.seconds)
}

function hottest({ nodes }: Profiler.Profile): string {
  const hits = new Map<string, number>()
  for (const { callFrame, hitCount = 0 } of nodes) {
    const place = callFrame.url && ` ${callFrame.url.replace(/^.*?\/(?=(src|node_modules)\/)/, '')}`
    const name = `${callFrame.functionName || '(anonymous)'}${place && `${place}:${callFrame.lineNumber + 1}`}`
    if (name !== '(idle)') hits.set(name, (hits.get(name) ?? 0) + hitCount)
  }
  const busy = [...hits.values()].reduce((sum, count) => sum + count, 0)
  const most = [...hits].toSorted(([, a], [, b]) => b - a).slice(0, shown)
  const rows = most.map(([name, count]) => [`${((count / busy) * 100).toFixed(1)} %`, name])
  return table(['Share', 'Function'], rows)
}
