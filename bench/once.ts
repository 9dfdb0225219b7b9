import { mkdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '#platform/db/embedded.ts'
import { buyersNeeded, signUpBuyers } from './lib/buyers.ts'
import { placingOrders } from './lib/calls.ts'
import type { Effort, Result } from './lib/compare.ts'
import { measureEmbedded, measureWorld, type Others } from './lib/comparisons.ts'
import { pinning } from './lib/cores.ts'
import { measureStart, type Figure } from './lib/figures.ts'
import { fill, smallest } from './lib/fill.ts'
import { alone } from './lib/server.ts'
import { comparisonTable, figureTable, writeBetweenMarkers } from './lib/table.ts'
import { openWorld, start, type PostgresServer, type World } from './lib/world.ts'

/** Measures every comparison of the small shop, and writes the table into the README. */
export async function measureOnce(postgres: PostgresServer, folder: string, effort: Effort): Promise<void> {
  const { results, figures } = await onPostgres(postgres, folder, (world, others) => everything(world, others, effort))
  results.push(await onEmbedded(join(folder, 'embedded'), effort))
  const text = [comparisonTable(results), figureTable(figures), circumstances(postgres.name, effort)].join('\n\n')
  console.log(`\n${text}`)
  writeBetweenMarkers(new URL('README.md', import.meta.url), 'table', text)
}

async function everything(
  world: World,
  others: Others,
  effort: Effort,
): Promise<{ results: Result[]; figures: Figure[] }> {
  // First: after the rest, PostgreSQL tidies up what was written, while the shop starts.
  const figures = await alone(undefined, () => measureStart(world.folder, world.url, effort.rounds))
  const results = await measureWorld(world, others, effort)
  const { memoryMb } = await world.shop.usage()
  return { results, figures: [...figures, { title: 'Memory after all of it', value: memoryMb, unit: 'MB', most: 320 }] }
}

/** Measures the comparisons of one call alone, by its title, and prints them. */
export async function measureCall(
  postgres: PostgresServer,
  folder: string,
  effort: Effort,
  title: string,
): Promise<void> {
  const results = await onPostgres(postgres, folder, (world, others) => measureWorld(world, others, effort, title))
  if (results.length === 0)
    throw new Error(`No call has the title ${title}: the first column of the README's table has them.`)
  console.log(`\n${comparisonTable(results)}`)
}

/** Opens the small shop with what it is compared with, for as long as `measure` takes. */
async function onPostgres<T>(
  postgres: PostgresServer,
  folder: string,
  measure: (world: World, others: Others) => Promise<T>,
): Promise<T> {
  const url = await postgres.createDatabase()
  const world = await openWorld(url, folder, smallest)
  const others = {
    bare: await start('bytes', folder),
    uncached: await start('uncached', folder, url),
    render: await start('render', folder, url),
    statement: await start('statement', folder, url),
  }
  try {
    return await measure(world, others)
  } finally {
    await Promise.all([world.close(), ...Object.values(others).map((server) => server.stop())])
  }
}

async function onEmbedded(folder: string, effort: Effort): Promise<Result> {
  const [shopFolder, loopFolder] = [join(folder, 'shop'), join(folder, 'loop')]
  for (const each of [shopFolder, loopFolder]) mkdirSync(each, { recursive: true })
  await (await start('shop', shopFolder)).stop()
  const engine = await openEmbedded(shopFolder)
  await fill(engine.db, smallest)
  await engine.close()
  const shop = await start('shop', shopFolder)
  const loop = await start('embedded-loop', loopFolder)
  try {
    const call = await placingOrders(shop, 'POST /api/order', await signUpBuyers(shop.port, buyersNeeded - 1))
    return await measureEmbedded(shop, loop, call, effort)
  } finally {
    await Promise.all([shop.stop(), loop.stop()])
  }
}

function circumstances(database: string, { rounds, seconds }: Effort): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, ${machine}, Node ${process.version}, ${database}, medians of ${rounds} rounds of ${seconds} s, ${pinning}.`
}
