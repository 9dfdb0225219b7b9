import { z } from 'zod'
import {
  firstTools,
  home,
  oneTool,
  orderTransactions,
  ownOrders,
  placingOrders,
  plainHome,
  type Call,
  type OrderKind,
  type StoredCall,
} from './calls.ts'
import { atFixedRate, bareAnswer, compare, type Comparison, type Effort, type Result } from './compare.ts'
import { pgbench } from './pgbench.ts'
import { inBackground, settling } from './load.ts'
import { serving, type Contender, type Sample } from './sample.ts'
import { alone, type MeasuredServer } from './server.ts'
import type { World } from './world.ts'

/** The servers that a world is compared with, and the shop without its cache. */
export type Others = Record<'bare' | 'uncached' | 'render' | 'statement', MeasuredServer>

export const clients = 8
const sameBytes = 'bare node:http, same bytes and headers'
const sameTree = 'bare node:http, renderToString of the same tree'

/** A call with the server it is measured on. */
export type MeasuredCall = StoredCall & { server: MeasuredServer; goal: number | undefined }

/** The calls that are asked of a world, by the limit each is held against. */
async function callsByLimit(world: World, uncached: MeasuredServer) {
  const { shop, buyers } = world
  const [reader, ...placers] = buyers
  if (!reader) throw new Error('there is no buyer')
  const tool = await oneTool(world)
  const orders = await ownOrders(world, reader)
  const placing = async (kind: OrderKind) => ({
    ...(await placingOrders(shop, kind, placers)),
    transactions: await orderTransactions(world, kind, placers),
    server: shop,
    goal: 0.5,
  })
  const plain = { transactions: [], server: shop }
  return {
    kept: [
      { ...home, ...plain, goal: 0.85 },
      { ...firstTools, ...plain, goal: 0.85 },
    ],
    rendered: [{ ...plainHome, ...plain, server: uncached, goal: 0.5 }],
    stored: [
      { ...tool, server: shop, goal: 0.5 },
      { ...tool, title: `${tool.title}, nothing kept`, server: uncached, goal: undefined },
    ],
    listed: [{ ...orders, server: shop, goal: undefined }],
    placed: [await placing('POST /api/order'), await placing('POST /api/order, ten lines')],
    hot: [await placing('POST /api/order, one product')],
  } satisfies Record<string, MeasuredCall[]>
}

/** All calls that are asked of a world. */
export async function calls(world: World, uncached: MeasuredServer): Promise<MeasuredCall[]> {
  return Object.values(await callsByLimit(world, uncached)).flat()
}

/**
 * Every comparison with a limit of a shop on PostgreSQL, and each call's p99 at half of the rate it reached; or those of
 * the one call that has the title `only`.
 */
export async function measureWorld(world: World, others: Others, effort: Effort, only?: string): Promise<Result[]> {
  const { kept, rendered, stored, listed, placed, hot } = await callsByLimit(world, others.uncached)
  const wanted = ({ title }: Call) => only === undefined || title === only
  const results: Result[] = []
  const add = async (comparison: Comparison): Promise<Result> => {
    const result = await compare(comparison, effort)
    say(result)
    results.push(result)
    return result
  }
  const measure = async (call: MeasuredCall, comparison: Comparison): Promise<number> => {
    const rate = Math.round((await add(comparison)).ours.perSecond / 2)
    if (call.goal !== undefined) await add(p99Of(call, others, rate))
    return rate
  }
  for (const call of kept.filter(wanted)) await measure(call, againstBytes(call, others))
  for (const call of rendered.filter(wanted)) await measure(call, againstRender(call, others))
  for (const call of stored.filter(wanted)) await measure(call, againstPgbench(call, world))
  for (const call of listed.filter(wanted)) {
    await measure(call, againstPgbench(call, world))
    await add(againstLeast(call, await leastFor(call, others)))
  }
  for (const call of placed.filter(wanted)) {
    const rate = await measure(call, againstPgbench(call, world))
    await add(p99OfPgbench(call, world, others, rate))
  }
  const [single, tenfold] = placed
  if (!single || !tenfold) throw new Error('nothing is ordered')
  if (wanted(tenfold)) await add(asManyLines(tenfold, single))
  for (const call of hot.filter(wanted)) await add(againstOtherCall(call, single, 'orders spread over 24 products'))
  const orders = meanwhile(single)
  for (const call of kept) {
    const title = `${call.title} while 100 orders a second change the stock`
    if (!wanted({ ...call, title })) continue
    const { ours } = await add(whileOrdersCome({ ...call, title }, orders))
    await add(p99WhileOrdersCome({ ...call, title }, orders, Math.round(ours.perSecond / 2)))
  }
  return results
}

/** As orders a second of one line each. */
function asManyLines(tenfold: MeasuredCall, single: MeasuredCall): Comparison {
  const ours: Contender = async (seconds) => {
    const sample = await serving(tenfold.server, tenfold.requests, clients)(seconds)
    return { ...sample, perSecond: sample.perSecond * 10 }
  }
  const title = 'Ten lines in one order, as lines a second'
  return { ...againstOtherCall(tenfold, single, 'ten orders of one line'), title, ours, goal: 3 }
}

function againstOtherCall(
  { title, goal, server, requests }: MeasuredCall,
  other: MeasuredCall,
  limitIs: string,
): Comparison {
  const limit = serving(other.server, other.requests, clients)
  return { title, goal, by: 'throughput', limitIs, ours: serving(server, requests, clients), limit }
}

const ordersMeanwhile = 100
type Meanwhile = (contender: Contender) => Contender

/** The same contender while orders come at a fixed rate. */
const meanwhile =
  ({ server, requests }: MeasuredCall): Meanwhile =>
  (contender) =>
  async (seconds) => {
    const target = { port: server.port, requests: await requests() }
    const orders = inBackground(target, ordersMeanwhile, seconds + settling)
    const [sample] = await Promise.all([contender(seconds), orders])
    return sample
  }

function whileOrdersCome({ title, goal, server, requests }: MeasuredCall, orders: Meanwhile): Comparison {
  const atRest = serving(server, requests, clients)
  return { title, goal, by: 'throughput', limitIs: 'the same at rest', ours: orders(atRest), limit: atRest }
}

function p99WhileOrdersCome(
  { title, server, requests }: MeasuredCall,
  orders: Meanwhile,
  perSecond: number,
): Comparison {
  const atRest = atFixedRate(server, requests, perSecond)
  return {
    title: `p99 of ${title}, at ${perSecond}/s`,
    goal: 3,
    by: 'p99',
    limitIs: 'the same at rest',
    ours: orders(atRest),
    limit: atRest,
  }
}

function againstBytes(call: MeasuredCall, { bare }: Others): Comparison {
  const limit = bareAnswer(bare, call.server, call.requests, serving(bare, call.requests, clients))
  return against(call, { by: 'cpu', limitIs: sameBytes, limit })
}

function againstRender(call: MeasuredCall, { render }: Others): Comparison {
  return against(call, { by: 'cpu', limitIs: sameTree, limit: serving(render, call.requests, clients) })
}

function againstPgbench(call: MeasuredCall, { url }: World): Comparison {
  const limit: Contender = (seconds) => pgbench({ url, transactions: call.transactions, clients, seconds })
  return against(call, { by: 'throughput', limitIs: 'pgbench, same statements', limit })
}

function against(
  { title, goal, server, requests }: MeasuredCall,
  limit: Pick<Comparison, 'by' | 'limitIs' | 'limit'>,
): Comparison {
  return { title, goal, ours: serving(server, requests, clients), ...limit }
}

/** The same call to the server that does nothing but send its statement on. */
async function leastFor(call: MeasuredCall, { statement: server }: Others): Promise<MeasuredCall> {
  const [first] = call.transactions
  await server.ask({ text: first?.[0]?.text, values: call.transactions.map(([only]) => only?.values) })
  return { ...call, server, goal: undefined }
}

function againstLeast(call: MeasuredCall, least: MeasuredCall): Comparison {
  const limit = serving(least.server, least.requests, clients)
  return against({ ...call, goal: 0.8 }, { by: 'throughput', limitIs: 'bare node:http and pg, same statement', limit })
}

/** A page that is not kept is held against the bare server that renders, everything else against the one that sends bytes. */
function p99Of(
  { title, requests, server, goal }: MeasuredCall,
  { bare, render }: Others,
  perSecond: number,
): Comparison {
  const isRender = title === plainHome.title
  return {
    title: `p99 of ${title} at ${perSecond}/s`,
    goal: goal && 4,
    by: 'p99',
    limitIs: isRender ? sameTree : sameBytes,
    ours: atFixedRate(server, requests, perSecond),
    limit: isRender
      ? atFixedRate(render, requests, perSecond)
      : bareAnswer(bare, server, requests, atFixedRate(bare, requests, perSecond)),
  }
}

/** What the database takes by itself, of a call's p99. */
function p99OfPgbench(call: MeasuredCall, { url }: World, others: Others, perSecond: number): Comparison {
  const { transactions } = call
  return {
    ...p99Of(call, others, perSecond),
    title: `p99 of ${call.title}, pgbench alone at ${perSecond}/s`,
    goal: undefined,
    ours: (seconds) => pgbench({ url, transactions, clients, seconds, perSecond }),
  }
}

/** Orders on the embedded engine, against its own statement in a loop. */
export async function measureEmbedded(
  shop: MeasuredServer,
  loop: MeasuredServer,
  call: Call,
  effort: Effort,
): Promise<Result> {
  const result = await compare(
    {
      title: `${call.title}, embedded engine`,
      goal: 0.6,
      by: 'throughput',
      limitIs: 'a loop of the same transaction in process',
      ours: serving(shop, call.requests, clients),
      limit: (seconds) => inProcess(loop, seconds),
    },
    effort,
  )
  say(result)
  return result
}

function inProcess(loop: MeasuredServer, seconds: number): Promise<Sample> {
  return alone(loop, async () => {
    await loop.ask({ seconds: settling })
    return z.object({ perSecond: z.number() }).parse(await loop.ask({ seconds }))
  })
}

function say({ title, ratio }: Result): void {
  console.log(`  ${title}: ${ratio.toFixed(2)}`)
}
