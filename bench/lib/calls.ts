import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { sessions, users } from '#features/accounts/tables.ts'
import { findTool } from '#features/catalogue/store.ts'
import { noLimit } from '#features/orders/rules.ts'
import { createPlaceOrder } from '#features/orders/place-order.ts'
import type { NewOrder } from '#features/orders/schema.ts'
import { listOrdersFor } from '#features/orders/store.ts'
import type { Database } from '#platform/db/database.ts'
import type { TokenSubject } from '#shared/actor.ts'
import { systemClock } from '#shared/clock.ts'
import type { Buyer } from './buyers.ts'
import { openConnection, requestBytes } from './connection.ts'
import type { MeasuredServer } from './server.ts'
import { freshId, transactionOf, type Transaction } from './statements.ts'

/** What is asked of the shop; `requests` makes new ones each round, since access tokens end. */
export type Call = { title: string; requests: () => Promise<Buffer[]> }
/** The same asked of the database itself, with other values each time. */
export type StoredCall = Call & { transactions: Transaction[] }
/** A shop on PostgreSQL, and its database. */
type Stored = { shop: MeasuredServer; db: Database; url: string }

const brotli = { 'accept-encoding': 'br' }
const ordersShown = 10
const delivery = { address: 'Plot 9, Mirpur, Dhaka', phone: '+880 1711 000000' }

export const home: Call = call('GET /', requestBytes('GET', '/', brotli))
export const plainHome: Call = call('GET /, nothing kept', requestBytes('GET', '/'))
export const firstTools: Call = call('GET /api/tool?limit=6', requestBytes('GET', '/api/tool?limit=6', brotli))

function call(title: string, ...requests: Buffer[]): Call {
  return { title, requests: async () => requests }
}

const Sold = z.object({ _id: z.string(), price: z.number() })
type Sold = z.infer<typeof Sold>

/** As many products as the smallest shop has. */
async function soldTools({ port }: MeasuredServer): Promise<Sold[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/tool?limit=24`)
  return z.array(Sold).parse(await answer.json())
}

export async function oneTool({ shop, url }: Stored): Promise<StoredCall> {
  const tools = await soldTools(shop)
  return {
    ...call('GET /api/tool/{id}', ...tools.map(({ _id }) => requestBytes('GET', `/api/tool/${_id}`))),
    transactions: await Promise.all(tools.map(({ _id }) => transactionOf(url, (own) => findTool(own, _id)))),
  }
}

type Ordered = Pick<NewOrder, 'toolId' | 'orderQuantity' | 'totalAmount' | 'lines'>
/** What is ordered in turn: one piece of each tool, of ten tools together, or of the first tool alone. */
const orderKinds = {
  'POST /api/order': (tools: Sold[]) => tools.map(oneOf),
  'POST /api/order, ten lines': (tools: Sold[]) =>
    tools.map((_, n): Ordered => ({ lines: tenFrom(tools, n).map(({ _id: toolId }) => ({ toolId, quantity: 1 })) })),
  'POST /api/order, one product': (tools: Sold[]) => tools.slice(0, 1).flatMap((tool) => tools.map(() => oneOf(tool))),
} satisfies Record<string, (tools: Sold[]) => Ordered[]>
export type OrderKind = keyof typeof orderKinds

const oneOf = ({ _id: toolId, price: totalAmount }: Sold): Ordered => ({ toolId, orderQuantity: 1, totalAmount })
const tenFrom = (tools: Sold[], n: number): Sold[] => [...tools, ...tools].slice(n, n + 10)

/** Orders of that kind, by the buyers in turn. */
export async function placingOrders(shop: MeasuredServer, kind: OrderKind, buyers: Buyer[]): Promise<Call> {
  const tools = await soldTools(shop)
  return {
    title: kind,
    async requests() {
      const authorised = await Promise.all(buyers.map((buyer) => buyer.authorization()))
      return orderKinds[kind](tools).map((order, n) => {
        const headers = { 'content-type': 'application/json', ...authorised[n % authorised.length] }
        return requestBytes('POST', '/api/order', headers, JSON.stringify({ ...order, ...delivery }))
      })
    },
  }
}

/** The transactions behind `placingOrders`. */
export async function orderTransactions(
  { shop, db, url }: Stored,
  kind: OrderKind,
  buyers: Buyer[],
): Promise<Transaction[]> {
  const subjects = await Promise.all(buyers.map((buyer) => subjectOf(db, buyer)))
  return Promise.all(
    orderKinds[kind](await soldTools(shop)).map((order, n) => {
      const buyer = subjects[n % subjects.length]
      if (!buyer) throw new Error('there is no buyer')
      return orderTransaction(url, buyer, { ...order, ...delivery })
    }),
  )
}

/** An order's transaction; the ids that it made are fresh ones each time. */
async function orderTransaction(url: string, buyer: TokenSubject, order: NewOrder): Promise<Transaction> {
  const sent = await transactionOf(url, (db) =>
    createPlaceOrder({
      db,
      clock: systemClock,
      currency: 'usd',
      holdHours: 24,
      limits: { unpaidOrders: noLimit, heldShare: 1 },
      connections: 1,
    }).place(buyer, order, undefined),
  )
  const ordered = order.lines?.map(({ toolId }) => toolId) ?? [order.toolId]
  const known = new Set([...ordered, buyer.id, buyer.session])
  const made = new Map<string, string>()
  const standIn = (id: string): string => {
    if (known.has(id)) return id
    const one = made.get(id) ?? freshId(made.size)
    made.set(id, one)
    return one
  }
  const fresh = (value: unknown) => (typeof value === 'string' ? value.replaceAll(uuid, standIn) : value)
  return sent.map(({ text, values }) => ({ text, values: values.map(fresh) }))
}

const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g

/** The list of a buyer who has ordered ten times. */
export async function ownOrders({ shop, db, url }: Stored, buyer: Buyer): Promise<StoredCall> {
  const [order] = await (await placingOrders(shop, 'POST /api/order', [buyer])).requests()
  if (!order) throw new Error('there is nothing to order')
  const connection = await openConnection(shop.port)
  for (let n = 0; n < ordersShown; n++) await connection.send(order)
  connection.close()
  const reader = await subjectOf(db, buyer)
  return {
    title: 'GET /api/order?email=',
    requests: async () => [requestBytes('GET', `/api/order?email=${buyer.email}`, await buyer.authorization())],
    transactions: [await transactionOf(url, (own) => listOrdersFor(own, reader, buyer.email))],
  }
}

async function subjectOf(db: Database, { email }: Buyer): Promise<TokenSubject> {
  const [row] = await db
    .select({ id: users.id, session: sessions.id })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(eq(users.email, email))
  if (!row) throw new Error(`${email} is not signed in`)
  return row
}
