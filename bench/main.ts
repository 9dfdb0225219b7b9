/**
 * How close the shop is to what this machine can do.
 *
 *   npm run bench                       every comparison once, into bench/README.md
 *   npm run bench -- --only 'GET /'     those whose title has these words, written nowhere
 *   npm run bench -- growth             the same calls as the shop grows, into bench/growth.svg and the README
 *   npm run bench -- desk               the list of orders and its CSV at a million orders, into the README
 *   npm run bench -- profile 'GET /'    where the server's time goes in a call
 *   npm run bench -- --rounds 9 --seconds 3
 */
import { mkdirSync, mkdtempDisposableSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedded } from '#platform/db/embedded.ts'
import { measureDesk } from './desk.ts'
import { measureGrowth } from './growth.ts'
import { signUpBuyers } from './lib/buyers.ts'
import { orderOfOne, placing, soldTools } from './lib/calls.ts'
import { compare, serving, type Result } from './lib/compare.ts'
import { moveTo, pinning } from './lib/cores.ts'
import {
  measureMadeUpAddresses,
  measureMemory,
  measureOrdering,
  measureRest,
  measureStart,
  measureWork,
} from './lib/figures.ts'
import type { Figure } from './lib/figures.ts'
import { fill, smallest } from './lib/fill.ts'
import { openPostgresServer } from './lib/postgres.ts'
import { rowsOf } from './lib/rows.ts'
import { alone, start, type MeasuredServer } from './lib/server.ts'
import { comparisonTable, figureTable, publish } from './lib/table.ts'
import { builtShop, openWorld, type Bench, type World } from './lib/world.ts'
import { profile } from './profile.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
})
const words = values.only
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-'))
// Started first, so that it may use every core.
await using postgres = await openPostgresServer()
moveTo('generator core', [process.pid])
const bench: Bench = { postgres, folder: folder.path, rounds: Number(values.rounds), seconds: Number(values.seconds) }
const [command, title = ''] = positionals
if (command === 'growth') await measureGrowth(bench)
else if (command === 'desk') await measureDesk(bench)
else if (command === 'profile') await profile(bench, title)
else await measureAll()

/** Measures all, or what has these words in its title. */
async function measureAll(): Promise<void> {
  await using world = await openWorld(bench, smallest)
  // First: after the rest, PostgreSQL tidies up what was written, while the shop starts.
  const figures = words ? [] : await alone(world.shop, () => measureNewShop(world))
  const results: Result[] = []
  for (const row of await rowsOf(world)) if (row.title.includes(words)) results.push(await compare(row, bench))
  const embeddedTitle = 'POST /api/order, embedded engine'
  if (embeddedTitle.includes(words)) {
    const embedded = await openEmbeddedShop(join(bench.folder, 'embedded'))
    const tools = await soldTools(embedded.port)
    const calls = placing(tools.map(orderOfOne), await signUpBuyers(embedded.port))
    if (!words) figures.push(...(await alone(embedded, () => measureOrdering(embedded, calls))))
    const ours = serving(embedded, calls)
    const limit = serving(world.shop, placing(world.tools.map(orderOfOne), world.buyers))
    results.push(await compare({ title: embeddedTitle, limitIs: 'on PostgreSQL', ours, limit }, bench))
    await embedded.stop()
  }
  if (words) return console.log(`\n${comparisonTable(results)}\n\n${circumstances()}`)
  figures.push(await measureMemory(world.shop, 'Memory after all of it', 320))
  publish('table', [comparisonTable(results), figureTable(figures), circumstances()].join('\n\n'))
}

async function measureNewShop(world: World): Promise<Figure[]> {
  return [
    await measureStart(world, bench.rounds),
    await measureRest(world),
    ...(await measureMadeUpAddresses(world.shop)),
    ...(await measureWork(world)),
  ]
}

async function openEmbeddedShop(inside: string): Promise<MeasuredServer> {
  mkdirSync(inside)
  await (await start(builtShop, { folder: inside })).stop()
  const engine = await openEmbedded(inside)
  await fill(engine.db, smallest)
  await engine.close()
  return start(builtShop, { folder: inside })
}

function circumstances(): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, ${machine}, Node ${process.version}, ${postgres.name}, medians of ${bench.rounds} rounds of ${bench.seconds} s, ${pinning}.`
}
