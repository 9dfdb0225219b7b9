import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, get, send, type Buyer, type Call, type Calls } from './call.ts'
import { onServerCore } from './cores.ts'
import { inTurn, median } from './lists.ts'
import { clients, wrk } from './load.ts'
import { start, type MeasuredServer } from './server.ts'
import { figure, type Row } from './table.ts'
import { paidOrder } from './use-cases.ts'
import { builtShop, type World } from './world.ts'

/** The memory and time that a barely used shop takes. */
export async function measureNewShop(world: World, rounds: number): Promise<Row[]> {
  return [
    await measureStart(world, rounds),
    await measureRest(world),
    ...(await measureMadeUpAddresses(world.shop)),
    ...(await measureWork(world)),
  ]
}

/** The time from starting the built, migrated shop to its first page, against a Node process that does nothing. */
async function measureStart(world: World, rounds: number): Promise<Row> {
  const ours: number[] = []
  const empty: number[] = []
  const [command, args] = onServerCore(process.execPath, ['-e', '0'])
  for (let round = 0; round <= rounds; round++) {
    const from = performance.now()
    const shop = await firstPageOf(world)
    ours.push(performance.now() - from)
    await shop.stop()
    empty.push(await timeOf(async () => execFileSync(command, args)))
  }
  // The first start fills Node's cache of compiled code.
  const [took, least] = [median(ours.slice(1)), median(empty)]
  const note = `${took.toFixed(0)} ms against ${least.toFixed(0)} ms`
  return figure('Start to the first page, PostgreSQL, against `node -e 0`', took / least, 'times', 15, note)
}

/** The memory of a shop that has only served one page so far. */
async function measureRest(world: World): Promise<Row> {
  await using shop = await firstPageOf(world)
  return await measureMemory(shop, 'Memory at rest, PostgreSQL', 160)
}

async function firstPageOf({ folder, url }: World): Promise<MeasuredServer> {
  const shop = await start(builtShop, { folder, databaseUrl: url })
  await ask(shop.port, get('/'))
  return shop
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** The memory of a shop that has just started, or has just done the work to be measured. */
export async function measureMemory(shop: MeasuredServer, title: string, most: number): Promise<Row> {
  await sleep(2000)
  return figure(title, (await shop.usage()).memoryMb, 'MB', most)
}

/** The memory of the default shop on the embedded engine, at rest and after many orders. */
export async function measureOrdering(shop: MeasuredServer, calls: Calls): Promise<Row[]> {
  const idle = await measureMemory(shop, 'Memory at rest, embedded engine', 300)
  for (let placed = 0; placed < 10_000;) placed += (await wrk(shop, await calls(), 2)).answers
  const { memoryMb } = await shop.usage()
  return [idle, figure('Memory after 10,000 orders, embedded engine', memoryMb, 'MB', 500)]
}

/** CPU time (ms) of the shop's own process, without the database, for a long list and for a PDF. */
async function measureWork(world: World): Promise<Row[]> {
  const all = 'select id as "toolId", part_number as part from tool'
  const { rows: tools } = await world.db.execute<{ toolId: string; part: string }>(all)
  const list = Array.from({ length: 1000 }, (_, n) => ({ ...inTurn(tools, n), quantity: n + 1 }))
  const lines = list.map(({ toolId, quantity }) => ({ toolId, quantity }))
  const rows = list.map(({ part, quantity }, n) => ({ part: n % 10 ? part : `no such part ${n}`, quantity }))
  const paper = `/api/order/${await paidOrder(world)}/invoice.pdf`
  const { shop, buyers, reader } = world
  // Counted only once it is warm, and few enough to stay below every account limit.
  const [warming, counted] = [15, 40]
  const work = async (title: string, most: number, call: Call, callers: Buyer[]): Promise<Row> => {
    const repeat = async (times: number) => {
      for (let n = 0; n < times; n++) await ask(shop.port, await inTurn(callers, n).as(call))
      return (await shop.usage()).cpuMs
    }
    const before = await repeat(warming)
    return figure(title, ((await repeat(counted)) - before) / counted, 'ms', most)
  }
  return [
    await work('`POST /api/order/check` with 1,000 lines', 30, send('POST', '/api/order/check', { lines }), buyers),
    await work('`POST /api/quick-order` with 1,000 rows', 60, send('POST', '/api/quick-order', { rows }), buyers),
    await work('`GET /api/order/{id}/invoice.pdf` with ten lines', 150, get(paper), [reader]),
  ]
}

/** What made-up addresses cost when requested eight at a time: memory, and how long another client waits meanwhile. */
async function measureMadeUpAddresses({ port, usage }: MeasuredServer): Promise<Row[]> {
  await askForMadeUp(port, 500, 'before')
  const before = (await usage()).memoryMb
  const look = () => timeOf(() => ask(port, get('/healthz')))
  const longest = await mostDuring(askForMadeUp(port, 10_000, 'made-up'), 20, look)
  const grown = (await usage()).memoryMb - before
  const title = '10,000 made-up addresses'
  return [
    figure(`${title}: memory added`, grown, 'MB', 50),
    figure(`${title}: the longest \`/healthz\` answer meanwhile`, longest, 'ms', 300),
  ]
}

async function askForMadeUp(port: number, count: number, word: string): Promise<void> {
  const kinds = [`/?${word}=`, `/tools?${word}=`, `/${word}/`]
  const every = async (first: number) => {
    for (let n = first; n < count; n += clients) {
      await (await fetch(`http://127.0.0.1:${port}${inTurn(kinds, n)}${n}`)).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, n) => every(n)))
}

/** Calls `look` again and again, with pauses, until `work` is done. @returns the highest value seen. */
export async function mostDuring(work: Promise<unknown>, pauseMs: number, look: () => Promise<number>) {
  const over = work.then(() => true)
  let most = 0
  do most = Math.max(most, await look())
  while (!(await Promise.race([over, sleep(pauseMs, false)])))
  return most
}
