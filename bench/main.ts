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
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedded } from '#platform/db/embedded.ts'
import { measureDesk } from './desk.ts'
import { measureGrowth } from './growth.ts'
import { buyersNeeded, signUpBuyers } from './lib/buyers.ts'
import { orderCalls } from './lib/calls.ts'
import { compare, type Comparison, type Effort, type Result } from './lib/compare.ts'
import { pinning, stayOnGeneratorCore } from './lib/cores.ts'
import { measureMemory, measureNewShop, measureOrdering, measureWork, type Figure } from './lib/figures.ts'
import { fill, smallest } from './lib/fill.ts'
import { embeddedRow, embeddedTitle, rowsOf } from './lib/rows.ts'
import { alone, type MeasuredServer } from './lib/server.ts'
import { comparisonTable, figureTable, writeIntoReadme } from './lib/table.ts'
import { openPostgresServer, openWorld, start } from './lib/world.ts'
import { profile } from './profile.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
})
const effort: Effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
// Started first, so that it may use every core.
const postgres = await openPostgresServer()
stayOnGeneratorCore()
try {
  const [command, title = ''] = positionals
  if (command === 'growth') await measureGrowth(postgres, folder, effort)
  else if (command === 'desk') await measureDesk(postgres, folder, effort)
  else if (command === 'profile') await profile(postgres, folder, effort, title)
  else await measureAll(values.only)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Measures all, or what has these words in its title. */
async function measureAll(words: string): Promise<void> {
  const results: Result[] = []
  const figures: Figure[] = []
  const measure = async (rows: Comparison[]) => {
    for (const row of rows) if (row.title.includes(words)) results.push(await compare(row, effort))
  }
  const world = await openWorld(postgres, folder, smallest)
  try {
    // First: after the rest, PostgreSQL tidies up what was written, while the shop starts.
    if (!words) figures.push(...(await alone(world.shop, () => measureNewShop(world, effort.rounds))))
    if (!words) figures.push(...(await alone(world.shop, () => measureWork(world))))
    await measure(await rowsOf(world))
    if (embeddedTitle.includes(words)) {
      const embedded = await openEmbeddedShop(join(folder, 'embedded'))
      const kind = 'POST /api/order'
      const ours = await orderCalls(embedded, kind, await signUpBuyers(embedded.port, buyersNeeded - 1))
      if (!words) figures.push(...(await alone(embedded, () => measureOrdering(embedded, ours, 10_000))))
      await measure([embeddedRow(embedded, ours, world, await orderCalls(world.shop, kind, world.buyers))])
      await embedded.stop()
    }
    if (!words) figures.push(await measureMemory(world.shop, 'Memory after all of it', 320))
  } finally {
    await world.close()
  }
  const text = [comparisonTable(results), ...(words ? [] : [figureTable(figures)]), circumstances()].join('\n\n')
  console.log(`\n${text}`)
  if (!words) writeIntoReadme('table', text)
}

async function openEmbeddedShop(inside: string): Promise<MeasuredServer> {
  mkdirSync(inside)
  await (await start('shop', inside)).stop()
  const engine = await openEmbedded(inside)
  await fill(engine.db, smallest)
  await engine.close()
  return start('shop', inside)
}

function circumstances(): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, ${machine}, Node ${process.version}, ${postgres.name}, medians of ${effort.rounds} rounds of ${effort.seconds} s, ${pinning}.`
}
