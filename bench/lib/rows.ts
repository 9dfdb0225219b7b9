import { setTimeout as sleep } from 'node:timers/promises'
import { answerTo, ask, get, send, type Call, type Calls } from './call.ts'
import type { Comparison } from './compare.ts'
import { inTurn } from './lists.ts'
import { pgbench, serving, uncountedSeconds, type Contender } from './load.ts'
import { besidePostgres } from './postgres.ts'
import type { MeasuredServer } from './server.ts'
import { oneTool, orderOfOne, orderOfTen, ownCart, ownOrders, placing, storedOrders } from './use-cases.ts'
import type { Stored, UseCase } from './use-cases.ts'
import type { World } from './world.ts'

type Ours = Pick<Comparison, 'title' | 'ours'>
type Limit = Pick<Comparison, 'limitIs' | 'limit'>

const reading = (path: string, headers?: Call['headers']): UseCase => {
  return { title: `GET ${path}`, calls: async () => [get(path, headers)] }
}
const compressed = { 'accept-encoding': 'br' }
const home = reading('/', compressed)
const plainHome = reading('/')
const firstTools = reading('/api/tool?limit=6', compressed)
/** How many calls per second are made while something else is measured. */
const aSecond = 100
/**
 * Connections of the closed loop meanwhile. The database then shares the load generator's core: with eight, whose answers all wait
 * while the generator's turn is over, the measured server would often have nothing to do.
 */
const crowd = { connections: 64 }

/** Every comparison of a shop on PostgreSQL with a limit. */
export async function rowsOf(world: World): Promise<Comparison[]> {
  const { shop, bare, uncached, render, db, tools } = world
  const tool = await oneTool(world)
  const list = await ownOrders(world)
  const cart = await ownCart(world)
  const single = await storedOrders(world, 'POST /api/order', orderOfOne)
  const tenfold = await storedOrders(world, 'POST /api/order, ten lines', orderOfTen)
  const sameProduct = { title: 'POST /api/order, one product', calls: placing(world, () => orderOfOne(tools, 0)) }

  const asked = ({ title, calls }: UseCase): Ours => ({ title, ours: serving(shop, calls) })
  const nothingKept = ({ title, calls }: UseCase): Ours => {
    return { title: `${title}, nothing kept`, ours: serving(uncached, calls) }
  }
  /** Measures while this server also receives these calls, `aSecond` of them each second. */
  const meanwhile =
    (server: MeasuredServer, calls: Calls, measured: Contender): Contender =>
    // Their cost to the database is not the process's own: on the measured core the two would only take turns.
    (seconds) =>
      besidePostgres(db, async () => {
        const sent = inBackground(server.port, await calls(), seconds + uncountedSeconds)
        const [sample] = await Promise.all([measured(seconds), sent])
        return sample
      })
  const whileOrdersCome = ({ title, calls }: UseCase): Ours => ({
    title: `${title} while ${aSecond} orders a second change the stock`,
    ours: meanwhile(shop, single.calls, serving(shop, calls, crowd)),
  })
  const homeAndQuery = async () => {
    const posted = inTurn(inTurn(tool.transactions, 0).statements, 0)
    return { ...(await answerTo(shop.port, inTurn(await home.calls(), 0))), posted }
  }
  const bareHome = serving(bare, home.calls, { task: homeAndQuery, ...crowd })
  const bareMeanwhile: Comparison = {
    title: `A bare server while ${aSecond} requests a second ask the database three times`,
    ours: meanwhile(bare, async () => [send('POST', '/', {})], bareHome),
    limitIs: 'the same at rest',
    limit: bareHome,
  }
  const inLines = ({ calls }: UseCase): Ours => ({
    title: 'Ten lines in one order, as lines a second',
    ours: async (seconds) => {
      const sample = await serving(shop, calls)(seconds)
      return { ...sample, perSecond: 10 * sample.perSecond }
    },
  })

  const itself = (limitIs: string, { calls }: UseCase): Limit => ({ limitIs, limit: serving(shop, calls) })
  const atRest = ({ calls }: UseCase): Limit => ({ limitIs: 'the same at rest', limit: serving(shop, calls, crowd) })
  const sameBytes = ({ calls }: UseCase): Limit => ({
    limitIs: 'bare node:http, same bytes and headers',
    limit: serving(bare, calls, { task: async () => answerTo(shop.port, inTurn(await calls(), 0)) }),
  })
  const sameTree = ({ calls }: UseCase): Limit => ({
    limitIs: 'bare node:http, renderToString of the same tree',
    limit: serving(render, calls),
  })
  const sameRows = ({ calls, transactions }: Stored): Limit => ({
    limitIs: 'bare node:http and pg, same statement',
    limit: serving(bare, calls, { task: async () => inTurn(inTurn(transactions, 0).statements, 0) }),
  })
  const sameStatements = ({ transactions }: Stored): Limit => ({
    limitIs: 'pgbench, same statements',
    limit: pgbench(world, transactions),
  })

  return [
    { ...asked(home), ...sameBytes(home), byCpu: true, goal: 0.85, mostP99: 4 },
    { ...asked(firstTools), ...sameBytes(firstTools), byCpu: true, goal: 0.85, mostP99: 4 },
    { ...whileOrdersCome(home), ...atRest(home), goal: 0.85, mostP99: 3 },
    { ...whileOrdersCome(firstTools), ...atRest(firstTools), goal: 0.85, mostP99: 3 },
    bareMeanwhile,
    { ...nothingKept(plainHome), ...sameTree(plainHome), byCpu: true, goal: 0.5, mostP99: 4 },
    { ...asked(tool), ...sameStatements(tool), goal: 0.5 },
    { ...nothingKept(tool), ...sameStatements(tool) },
    { ...asked(list), ...sameStatements(list) },
    { ...asked(cart), ...sameStatements(cart) },
    { ...asked(list), ...sameRows(list), goal: 0.8 },
    { ...asked(cart), ...sameRows(cart), goal: 0.8 },
    { ...asked(single), ...sameStatements(single), goal: 0.5 },
    { ...asked(tenfold), ...sameStatements(tenfold), goal: 0.5 },
    { ...inLines(tenfold), ...itself('ten orders of one line', single), goal: 3 },
    { ...asked(sameProduct), ...itself('orders spread over 24 products', single), goal: 0.5 },
  ]
}

/** Makes the calls in turn, `aSecond` of them each second, while something else is measured. */
async function inBackground(port: number, calls: readonly Call[], seconds: number): Promise<void> {
  const start = performance.now()
  const sent: Promise<unknown>[] = []
  for (let n = 0; n < aSecond * seconds; n++) {
    await sleep(Math.max(0, start + (n * 1000) / aSecond - performance.now()))
    sent.push(ask(port, inTurn(calls, n)))
  }
  await Promise.all(sent)
}
