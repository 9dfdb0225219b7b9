import { z } from 'zod'
import {
  firstTools,
  home,
  oneTool,
  orderStatements,
  ownOrders,
  placingOrders,
  plainHome,
  type Call,
  type StoredCall,
} from './calls.ts'
import { atFixedRate, bareAnswer, compare, type Comparison, type Effort, type Result } from './compare.ts'
import { pgbench } from './pgbench.ts'
import { serving, type Contender } from './sample.ts'
import type { MeasuredServer } from './server.ts'
import type { World } from './world.ts'

/** The servers that a world is compared with, and the shop without its cache. */
export type Others = Record<'bare' | 'uncached' | 'render' | 'statement', MeasuredServer>

export const clients = 8
const sameBytes = 'bare node:http, same bytes and headers'
const sameTree = 'bare node:http, renderToString of the same tree'

/** A call with the server it is measured on. */
export type MeasuredCall = StoredCall & { server: MeasuredServer; goal: number | undefined }

/** The calls that are asked of a world, by the limit each is held against. */
async function callsByLimit({ shop, db, buyers }: World, uncached: MeasuredServer) {
  const [reader, ...placers] = buyers
  if (!reader) throw new Error('there is no buyer')
  const tool = await oneTool(shop)
  const orders = await ownOrders(shop, db, reader)
  const placing = { ...(await placingOrders(shop, placers)), statements: await orderStatements(shop, db, placers) }
  const plain = { statements: [], server: shop }
  return {
    kept: [
      { ...home, ...plain, goal: 0.85 },
      { ...firstTools, ...plain, goal: 0.85 },
    ],
    rendered: [{ ...plainHome, ...plain, server: uncached, goal: 0.25 }],
    stored: [
      { ...tool, server: shop, goal: 0.5 },
      { ...tool, title: `${tool.title}, nothing kept`, server: uncached, goal: undefined },
    ],
    listed: [{ ...orders, server: shop, goal: 0.5 }],
    placed: [{ ...placing, server: shop, goal: 0.5 }],
  } satisfies Record<string, MeasuredCall[]>
}

/** All calls that are asked of a world. */
export async function calls(world: World, uncached: MeasuredServer): Promise<MeasuredCall[]> {
  return Object.values(await callsByLimit(world, uncached)).flat()
}

/** Every comparison with a limit of a shop on PostgreSQL, and then each call's p99 at half of the rate it reached. */
export async function measureWorld(world: World, others: Others, effort: Effort): Promise<Result[]> {
  const results: Result[] = []
  const add = async (comparison: Comparison) => {
    const result = await compare(comparison, effort)
    say(result)
    results.push(result)
    return result
  }
  for (const { call, ...comparison } of await comparisonsOf(world, others)) {
    const { ours } = await add(comparison)
    if (call.goal !== undefined) await add(atHalfRate(call, others, ours.perSecond / 2))
  }
  return results
}

type Compared = Comparison & { call: MeasuredCall }

async function comparisonsOf(world: World, { bare, uncached, render, statement }: Others): Promise<Compared[]> {
  const { kept, rendered, stored, listed, placed } = await callsByLimit(world, uncached)
  const least = await Promise.all(listed.map((call) => leastFor(call, statement)))
  const against = (call: MeasuredCall, limit: Pick<Comparison, 'by' | 'limitIs' | 'limit'>): Compared => ({
    title: call.title,
    goal: call.goal,
    ours: serving(call.server, call.requests, clients),
    ...limit,
    call,
  })
  return [
    ...kept.map((call) => {
      const limit = bareAnswer(bare, call.server, call.requests, serving(bare, call.requests, clients))
      return against(call, { by: 'cpu', limitIs: sameBytes, limit })
    }),
    ...rendered.map((call) => {
      const limit = serving(render, call.requests, clients)
      return against(call, { by: 'cpu', limitIs: sameTree, limit })
    }),
    ...[...stored, ...listed, ...least, ...placed].map((call) => {
      const limit = throughPgbench(world.url, call.statements)
      return against(call, { by: 'throughput', limitIs: 'pgbench, same statement', limit })
    }),
  ]
}

/** The same call to the server that does nothing but send its statement on. */
async function leastFor(call: MeasuredCall, server: MeasuredServer): Promise<MeasuredCall> {
  await server.ask({ statement: call.statements.join('') })
  return { ...call, title: `${call.title}, bare node:http and pg`, server, goal: undefined }
}

const throughPgbench =
  (url: string, statements: string[]): Contender =>
  async (seconds) => ({ perSecond: await pgbench(url, statements, clients, seconds) })

/** A page that is not kept is held against the bare server that renders, everything else against the one that sends bytes. */
function atHalfRate({ title, requests, server }: MeasuredCall, others: Others, perSecond: number): Comparison {
  const { bare, render } = others
  const isRender = title === plainHome.title
  return {
    title: `p99 of ${title} at ${Math.round(perSecond)}/s`,
    goal: 4,
    by: 'p99',
    limitIs: isRender ? sameTree : sameBytes,
    ours: atFixedRate(server, requests, perSecond),
    limit: isRender
      ? atFixedRate(render, requests, perSecond)
      : bareAnswer(bare, server, requests, atFixedRate(bare, requests, perSecond)),
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
      limitIs: 'a loop of the same statement in process',
      ours: serving(shop, call.requests, clients),
      limit: async (seconds) => z.object({ perSecond: z.number() }).parse(await loop.ask({ seconds })),
    },
    effort,
  )
  say(result)
  return result
}

function say({ title, ratio }: Result): void {
  console.log(`  ${title}: ${ratio.toFixed(2)}`)
}
