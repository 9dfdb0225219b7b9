import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Buyer } from './buyers.ts'
import { paidOrder, type TitledCalls } from './calls.ts'
import { median } from './compare.ts'
import { onServerCore } from './cores.ts'
import type { MeasuredServer } from './server.ts'
import { start, type World } from './world.ts'
import { wrk } from './wrk.ts'

/** A figure with the most it may be. */
export type Figure = { title: string; value: number; unit: 'MB' | 'ms' | 'times'; most: number; note?: string }

const restMs = 2000

/** What a shop takes to start and at rest, and what addresses cost that nobody has. */
export async function measureNewShop(world: World, rounds: number): Promise<Figure[]> {
  return [
    await measureStart(world, rounds),
    await measureMemory(world.shop, 'Memory at rest, PostgreSQL', 160),
    ...(await measureMadeUpAddresses(world.shop)),
  ]
}

/** From the start of the built, migrated shop to its first page, against a Node that does nothing. */
async function measureStart({ folder, url }: World, rounds: number): Promise<Figure> {
  const ours: number[] = []
  const empty: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const from = performance.now()
    const shop = await start('shop', folder, url, { path: '/' })
    const took = performance.now() - from
    await shop.stop()
    // The first start fills Node's cache of compiled code.
    if (round > 0) ours.push(took)
    empty.push(timeOfEmptyNode())
  }
  const [took, least] = [median(ours), median(empty)]
  const note = `${took.toFixed(0)} ms against ${least.toFixed(0)} ms`
  const title = 'Start to the first page, PostgreSQL, against `node -e 0`'
  return { title, value: took / least, unit: 'times', most: 15, note }
}

function timeOfEmptyNode(): number {
  const from = performance.now()
  const [command, args] = onServerCore(process.execPath, ['-e', '0'])
  execFileSync(command, args)
  return performance.now() - from
}

/** The memory of a shop that has just started, or has done what is to be measured. */
export async function measureMemory(shop: MeasuredServer, title: string, most: number): Promise<Figure> {
  await sleep(restMs)
  return { title, value: (await shop.usage()).memoryMb, unit: 'MB', most }
}

/** Memory of the embedded default at rest, and after so many orders. */
export async function measureOrdering(shop: MeasuredServer, { calls }: TitledCalls, count: number): Promise<Figure[]> {
  const idle = await measureMemory(shop, 'Memory at rest, embedded engine', 300)
  for (let placed = 0; placed < count;) placed += (await wrk(shop.port, await calls(), 8, 2)).answers
  const title = `Memory after ${count.toLocaleString('en')} orders, embedded engine`
  return [idle, { title, value: (await shop.usage()).memoryMb, unit: 'MB', most: 500 }]
}

/** What the shop's own thread does for a long list and for a paper, without the database: in milliseconds of the processor. */
export async function measureWork(world: World): Promise<Figure[]> {
  const { shop, buyers, db } = world
  const { rows: tools } = await db.execute<{ id: string; part: string }>('select id, part_number as part from tool')
  const list = Array.from({ length: 1000 }, (_, n) => tools[n % tools.length] ?? { id: '', part: '' })
  const lines = list.map(({ id }, n) => ({ toolId: id, quantity: n + 1 }))
  const rows = list.map(({ part }, n) => ({ part: n % 10 ? part : `no such part ${n}`, quantity: n + 1 }))
  const [buyer] = buyers
  if (!buyer) throw new Error('there is no buyer')
  const invoice = await paidOrder(world, buyer)
  return [
    {
      title: '`POST /api/order/check` with 1,000 lines',
      value: await cpuOf(shop, buyers, '/api/order/check', { lines }),
      unit: 'ms',
      most: 30,
    },
    {
      title: '`POST /api/quick-order` with 1,000 rows',
      value: await cpuOf(shop, buyers, '/api/quick-order', { rows }),
      unit: 'ms',
      most: 60,
    },
    {
      title: '`GET /api/order/{id}/invoice.pdf` with ten lines',
      value: await cpuOf(shop, [buyer], `/api/order/${invoice}/invoice.pdf`),
      unit: 'ms',
      most: 150,
    },
  ]
}

/** The processor's time of a call, once it is warm: few enough that no limit of an account is reached. */
async function cpuOf(shop: MeasuredServer, buyers: readonly Buyer[], path: string, body?: object): Promise<number> {
  const [warming, counted] = [15, 40]
  const ask = async (n: number) => {
    const authorization = await buyers[n % buyers.length]?.authorization()
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const headers = { ...(body && { 'content-type': 'application/json' }), ...authorization }
    const answer = await fetch(`http://127.0.0.1:${shop.port}${path}`, { ...sent, headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  }
  for (let n = 0; n < warming; n += 1) await ask(n)
  const before = (await shop.usage()).cpuMs
  for (let n = 0; n < counted; n += 1) await ask(n)
  return ((await shop.usage()).cpuMs - before) / counted
}

const addresses = 10_000

/** What addresses that nobody has cost, eight asked for at once: memory, and how long somebody else waits meanwhile. */
async function measureMadeUpAddresses(shop: MeasuredServer): Promise<Figure[]> {
  const origin = `http://127.0.0.1:${shop.port}`
  const ask = async (path: string) => (await fetch(origin + path)).arrayBuffer()
  await askAll(ask, 500, 'before')
  const before = (await shop.usage()).memoryMb
  const asked = askAll(ask, addresses, 'made-up')
  const longest = await longestMeanwhile(() => ask('/healthz'), asked)
  const grown = (await shop.usage()).memoryMb - before
  const title = `${addresses.toLocaleString('en')} made-up addresses`
  return [
    { title: `${title}: memory added`, value: grown, unit: 'MB', most: 50 },
    { title: `${title}: the longest that \`/healthz\` took meanwhile`, value: longest, unit: 'ms', most: 300 },
  ]
}

/** The longest of these one after the other until `other` is done, in milliseconds. */
async function longestMeanwhile(ask: () => Promise<unknown>, other: Promise<void>): Promise<number> {
  const over = new AbortController()
  const ended = other.finally(() => over.abort())
  let longest = 0
  while (!over.signal.aborted) {
    const from = performance.now()
    await ask()
    longest = Math.max(longest, performance.now() - from)
    await sleep(20)
  }
  await ended
  return longest
}

async function askAll(ask: (path: string) => Promise<unknown>, count: number, word: string): Promise<void> {
  let n = 0
  const kinds = [`/?${word}=`, `/tools?${word}=`, `/${word}/`]
  const one = async () => {
    while (n < count) {
      const next = n++
      await ask(`${kinds[next % kinds.length]}${next}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
}
