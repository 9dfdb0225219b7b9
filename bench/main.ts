/** Measures how close the shop comes to what this machine can do. README.md says what can be measured and how to read it. */
import { mkdtempDisposableSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureDesk } from './desk.ts'
import { measureGrowth } from './growth.ts'
import { compare } from './lib/compare.ts'
import { moveTo, pinning } from './lib/cores.ts'
import { measureMemory, measureNewShop, measureOrdering } from './lib/figures.ts'
import { smallest } from './lib/fill.ts'
import { serving } from './lib/load.ts'
import { openPostgresServer } from './lib/postgres.ts'
import { rowsOf } from './lib/rows.ts'
import { alone } from './lib/server.ts'
import { comparisonHead, figureHead, publish, table } from './lib/table.ts'
import { openMarket, orderOfOne, placing } from './lib/use-cases.ts'
import { openEmbeddedShop, openWorld, type Bench } from './lib/world.ts'
import { profile } from './profile.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
})
const [command, call = ''] = positionals
const words = values.only
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-'))
// Started first, so that it may use every core.
await using postgres = await openPostgresServer()
moveTo('generator core', [process.pid])
const bench: Bench = { postgres, folder: folder.path, rounds: Number(values.rounds), seconds: Number(values.seconds) }
if (command === 'growth') await measureGrowth(bench)
else if (command === 'desk') await measureDesk(bench)
else if (command === 'profile') await profile(bench, call)
else await measureAll()

/** Measures everything, or only what has these words in its title. */
async function measureAll(): Promise<void> {
  await using world = await openWorld(bench, smallest)
  // First: after the other measurements PostgreSQL would be cleaning up their writes while the shop starts.
  const figures = words ? [] : await alone(world.shop, () => measureNewShop(world, bench.rounds))
  const rows = (await rowsOf(world)).filter(({ title }) => title.includes(words))
  const results = await Array.fromAsync(rows, (row) => compare(row, bench))
  const title = 'POST /api/order, embedded engine'
  if (title.includes(words)) {
    await using embedded = await openEmbeddedShop(bench)
    const calls = placing(await openMarket(embedded), orderOfOne)
    if (!words) figures.push(...(await alone(embedded, () => measureOrdering(embedded, calls))))
    const limit = serving(world.shop, placing(world, orderOfOne))
    const row = { title, ours: serving(embedded, calls), limitIs: 'on PostgreSQL', limit }
    results.push(await compare(row, bench))
  }
  if (words) return console.log(`\n${table(comparisonHead, results)}\n\n${circumstances()}`)
  figures.push(await measureMemory(world.shop, 'Memory after all measurements', 320))
  publish('table', [table(comparisonHead, results), table(figureHead, figures), circumstances()].join('\n\n'))
}

function circumstances(): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, ${machine}, Node ${process.version}, ${postgres.name}, medians of ${bench.rounds} rounds of ${bench.seconds} s, ${pinning}.`
}
