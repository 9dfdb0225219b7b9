import { get, inBackground, inTurn } from './call.ts'
import { oneTool, orderOfOne, orderOfTen, ownCart, ownOrders, placing, storedOrders, type Stored } from './calls.ts'
import { sendingSameBytes, serving, uncountedSeconds, type Calls, type Comparison } from './compare.ts'
import { pgbench } from './pgbench.ts'
import { besidePostgres } from './postgres.ts'
import type { World } from './world.ts'

const compressed = { 'accept-encoding': 'br' }
const home: Calls = async () => [get('/', compressed)]
const plainHome: Calls = async () => [get('/')]
const firstTools: Calls = async () => [get('/api/tool?limit=6', compressed)]
const ordersMeanwhile = 100

/** Every comparison of a shop on PostgreSQL with a limit. */
export async function rowsOf(world: World): Promise<Comparison[]> {
  const { shop, bare, uncached, render, db, tools, buyers } = world
  const tool = await oneTool(world)
  const list = await ownOrders(world)
  const cart = await ownCart(world)
  const single = await storedOrders(world, 'POST /api/order', tools.map(orderOfOne))
  const tenfoldOrders = tools.map((_, n) => orderOfTen(tools, n))
  const tenfold = await storedOrders(world, 'POST /api/order, ten lines', tenfoldOrders)
  const tenLines = serving(shop, tenfold.calls)
  const sameProduct = tools.map(() => orderOfOne(inTurn(tools, 0)))

  const kept = (title: string, calls: Calls): Comparison => ({
    title,
    byCpu: true,
    goal: 0.85,
    mostP99: 4,
    limitIs: 'bare node:http, same bytes and headers',
    ours: serving(shop, calls),
    limit: sendingSameBytes(bare, shop, calls),
  })
  const whileOrdersCome = (title: string, calls: Calls): Comparison => ({
    title: `${title} while ${ordersMeanwhile} orders a second change the stock`,
    goal: 0.85,
    mostP99: 3,
    limitIs: 'the same at rest',
    // What orders cost the database is not the process's: on the measured core it would only take turns with it.
    ours: (seconds) =>
      besidePostgres(db, async () => {
        const orders = inBackground(shop.port, await single.calls(), ordersMeanwhile, seconds + uncountedSeconds)
        const [sample] = await Promise.all([serving(shop, calls)(seconds), orders])
        return sample
      }),
    limit: serving(shop, calls),
  })
  const stored = ({ title, calls, transactions }: Stored, goal?: number, server = shop): Comparison => ({
    title,
    goal,
    limitIs: 'pgbench, same statements',
    ours: serving(server, calls),
    limit: pgbench(world, transactions),
  })
  const sendingRows = ({ title, calls, transactions }: Stored): Comparison => ({
    title,
    goal: 0.8,
    limitIs: 'bare node:http and pg, same statement',
    ours: serving(shop, calls),
    limit: async (seconds) => {
      const [read] = transactions[0]?.statements ?? []
      if (read) await bare.shallAnswer(read)
      return serving(bare, calls)(seconds)
    },
  })
  return [
    kept('GET /', home),
    kept('GET /api/tool?limit=6', firstTools),
    whileOrdersCome('GET /', home),
    whileOrdersCome('GET /api/tool?limit=6', firstTools),
    {
      ...kept('GET /, nothing kept', plainHome),
      goal: 0.5,
      limitIs: 'bare node:http, renderToString of the same tree',
      ours: serving(uncached, plainHome),
      limit: serving(render, plainHome),
    },
    stored(tool, 0.5),
    stored({ ...tool, title: `${tool.title}, nothing kept` }, undefined, uncached),
    stored(list),
    stored(cart),
    sendingRows(list),
    sendingRows(cart),
    stored(single, 0.5),
    stored(tenfold, 0.5),
    {
      title: 'Ten lines in one order, as lines a second',
      goal: 3,
      limitIs: 'ten orders of one line',
      ours: async (seconds) => timesTen(await tenLines(seconds)),
      limit: serving(shop, single.calls),
    },
    {
      title: 'POST /api/order, one product',
      goal: 0.5,
      limitIs: 'orders spread over 24 products',
      ours: serving(shop, placing(sameProduct, buyers)),
      limit: serving(shop, single.calls),
    },
  ]
}

const timesTen = <T extends { perSecond: number }>(sample: T): T => ({ ...sample, perSecond: sample.perSecond * 10 })
