import { placingOrders } from './lib/calls.ts'
import { clients } from './lib/comparisons.ts'
import type { Effort } from './lib/compare.ts'
import { generatorCore, serverCore } from './lib/cores.ts'
import { smallest } from './lib/fill.ts'
import { asFastAsItGoes, atRate, openLoopConnections, settling, warmUpSeconds, type Target } from './lib/load.ts'
import { clockStart, merged, recordTurns, sharesOfCore, threadsOf, type Span, type Turn } from './lib/scheduler.ts'
import { percent, table, writeBetweenMarkers } from './lib/table.ts'
import { openWorld, type PostgresServer } from './lib/world.ts'

/**
 * Shows who had the two cores while the slowest hundredth of the orders waited, at half of the rate that orders reached,
 * and writes it into the README.
 */
export async function slowest(postgres: PostgresServer, folder: string, { rounds, seconds }: Effort): Promise<void> {
  const world = await openWorld(await postgres.createDatabase(), folder, smallest)
  try {
    const { shop, buyers } = world
    const target = { port: shop.port, requests: await (await placingOrders(shop, buyers)).requests() }
    await asFastAsItGoes(target, clients, warmUpSeconds)
    const { answers, seconds: took } = await asFastAsItGoes(target, clients, seconds)
    const perSecond = Math.round(answers / took / 2)
    const { result: waits, turns } = await recordTurns(folder, () => waitsAt(target, perSecond, { rounds, seconds }))
    write(perSecond, turns, waits, ownersOf(shop.pid))
  } finally {
    await world.close()
  }
}

/** From when each order was due until it was answered. */
async function waitsAt(target: Target, perSecond: number, { rounds, seconds }: Effort): Promise<Span[]> {
  const waits: Span[] = []
  const hear = (due: number, took: number) => waits.push({ from: clockStart + due, to: clockStart + due + took })
  for (let round = 0; round < rounds; round++) {
    await atRate(target, perSecond, openLoopConnections, settling)
    await atRate(target, perSecond, openLoopConnections, seconds, hear)
  }
  return waits
}

/** Tells whose a turn is. */
function ownersOf(shop: number): (turn: Turn) => string {
  const [shops, generators] = [new Set(threadsOf(shop)), new Set(threadsOf(process.pid))]
  return ({ thread, name }) => {
    if (thread === 0) return 'Nobody'
    if (thread === shop) return 'The shop'
    if (shops.has(thread)) return 'Its other threads: compiling, collecting garbage'
    if (generators.has(thread)) return 'The load generator'
    return name === 'postgres' ? 'PostgreSQL' : 'The operating system and what else runs'
  }
}

function write(perSecond: number, turns: readonly Turn[], waits: readonly Span[], whose: (turn: Turn) => string): void {
  const all = merged(waits)
  const slow = merged(slowestHundredth(waits))
  const columns = [serverCore, generatorCore].flatMap((core) => {
    const there = turns.filter((turn) => turn.core === Number(core))
    return [sharesOfCore(there, slow, whose), sharesOfCore(there, all, whose)]
  })
  const owners = [...new Set(columns.flatMap((column) => [...column.keys()]))]
  const text = table(
    [`At ${perSecond}/s`, "Server's core, slowest", 'any', "Generator's core, slowest", 'any'],
    owners.map((owner) => [owner, ...columns.map((column) => percent(column.get(owner)))]),
  )
  console.log(`\n${text}`)
  writeBetweenMarkers(new URL('README.md', import.meta.url), 'slowest', text)
}

function slowestHundredth(waits: readonly Span[]): Span[] {
  const longestFirst = waits.toSorted((a, b) => b.to - b.from - (a.to - a.from))
  return longestFirst.slice(0, Math.ceil(waits.length / 100))
}
