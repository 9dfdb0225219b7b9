import {
  firstTools,
  home,
  oneTool,
  ownCart,
  ownOrders,
  plainHome,
  storedOrders,
  type StoredCalls,
  type TitledCalls,
} from './calls.ts'
import { clients, sendingSameBytes, serving, uncountedSeconds, type Comparison, type Contender } from './compare.ts'
import { pgbench } from './pgbench.ts'
import { besidePostgres } from './postgres.ts'
import type { MeasuredServer } from './server.ts'
import type { World } from './world.ts'
import { inBackground } from './wrk.ts'

const ordersMeanwhile = 100

/** Every comparison of a shop on PostgreSQL with a limit. */
export async function rowsOf(world: World): Promise<Comparison[]> {
  const { shop, bare, uncached, render, statement, url, buyers } = world
  const [reader, ...placers] = buyers
  if (!reader) throw new Error('there is no buyer')
  const tool = await oneTool(world)
  const list = await ownOrders(world, reader)
  const cart = await ownCart(world, reader)
  const single = await storedOrders(world, 'POST /api/order', placers)
  const tenfold = await storedOrders(world, 'POST /api/order, ten lines', placers)
  const hot = await storedOrders(world, 'POST /api/order, one product', placers)

  /** What a call costs the database is not the process's: on the measured core it would only take turns with it. */
  const beside =
    (contender: Contender): Contender =>
    (seconds) =>
      besidePostgres(url, () => contender(seconds))
  const kept = ({ title, calls }: TitledCalls): Comparison => ({
    title,
    by: 'cpu',
    goal: 0.85,
    mostP99: 4,
    limitIs: 'bare node:http, same bytes and headers',
    ours: serving(shop, calls),
    limit: sendingSameBytes(bare, shop, calls),
  })
  const whileOrdersCome = ({ title, calls }: TitledCalls): Comparison => ({
    title: `${title} while ${ordersMeanwhile} orders a second change the stock`,
    by: 'throughput',
    goal: 0.85,
    mostP99: 3,
    limitIs: 'the same at rest',
    ours: beside(async (seconds) => {
      const orders = inBackground(shop.port, await single.calls(), ordersMeanwhile, seconds + uncountedSeconds)
      const [sample] = await Promise.all([serving(shop, calls)(seconds), orders])
      return sample
    }),
    limit: serving(shop, calls),
  })
  const stored = ({ title, calls, transactions }: StoredCalls, goal?: number, server = shop): Comparison => ({
    title,
    by: 'throughput',
    goal,
    limitIs: 'pgbench, same statements',
    ours: serving(server, calls),
    limit: (seconds) => pgbench({ url, transactions, clients, seconds }),
  })
  /** What only sends on the rows of a read's one statement. */
  const sendingRows =
    ({ calls, transactions }: StoredCalls): Contender =>
    async (seconds) => {
      const [read] = transactions[0] ?? []
      await statement.ask({ text: read?.text, values: [read?.values] })
      return serving(statement, calls)(seconds)
    }
  const against = (
    ours: Contender,
    limit: Contender,
    row: Pick<Comparison, 'title' | 'goal' | 'limitIs'>,
  ): Comparison => ({
    by: 'throughput',
    ours,
    limit,
    ...row,
  })
  const tenLines = serving(shop, tenfold.calls)
  return [
    kept(home),
    kept(firstTools),
    whileOrdersCome(home),
    whileOrdersCome(firstTools),
    {
      ...kept(plainHome),
      goal: 0.5,
      limitIs: 'bare node:http, renderToString of the same tree',
      ours: serving(uncached, plainHome.calls),
      limit: serving(render, plainHome.calls),
    },
    stored(tool, 0.5),
    stored({ ...tool, title: `${tool.title}, nothing kept` }, undefined, uncached),
    stored(list),
    stored(cart),
    ...[list, cart].map((read) =>
      against(beside(serving(shop, read.calls)), beside(sendingRows(read)), {
        title: read.title,
        goal: 0.8,
        limitIs: 'bare node:http and pg, same statement',
      }),
    ),
    stored(single, 0.5),
    stored(tenfold, 0.5),
    against(async (seconds) => timesTen(await tenLines(seconds)), serving(shop, single.calls), {
      title: 'Ten lines in one order, as lines a second',
      goal: 3,
      limitIs: 'ten orders of one line',
    }),
    against(serving(shop, hot.calls), serving(shop, single.calls), {
      title: hot.title,
      goal: 0.5,
      limitIs: 'orders spread over 24 products',
    }),
  ]
}

const timesTen = <T extends { perSecond: number }>(sample: T): T => ({ ...sample, perSecond: sample.perSecond * 10 })

export const embeddedTitle = 'POST /api/order, embedded engine'

/** Orders on the embedded engine, against the same on PostgreSQL. */
export const embeddedRow = (
  embedded: MeasuredServer,
  ours: TitledCalls,
  { shop }: World,
  theirs: TitledCalls,
): Comparison => ({
  title: embeddedTitle,
  by: 'throughput',
  goal: undefined,
  limitIs: 'on PostgreSQL',
  ours: serving(embedded, ours.calls),
  limit: serving(shop, theirs.calls),
})
