import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { sessions, users } from '#features/accounts/tables.ts'
import { findTool } from '#features/catalogue/store.ts'
import { takeOrdered } from '#features/cart/service.ts'
import { findCartFor } from '#features/cart/store.ts'
import { createPlaceOrder } from '#features/orders/place-order.ts'
import { noLimit } from '#features/orders/rules.ts'
import type { NewOrder } from '#features/orders/placing-schema.ts'
import { orders } from '#features/orders/tables.ts'
import { listOrdersFor } from '#features/orders/listing.ts'
import type { Database } from '#platform/db/database.ts'
import type { TokenSubject } from '#shared/actor.ts'
import { systemClock } from '#shared/clock.ts'
import type { Buyer } from './buyers.ts'
import type { Calls } from './compare.ts'
import type { MeasuredServer } from './server.ts'
import { freshId, transactionOf, type Transaction } from './statements.ts'
import type { Call } from './wrk.ts'

/** What is asked of the shop. */
export type TitledCalls = { title: string; calls: Calls }
/** The same asked of the database itself, with other values each time. */
export type StoredCalls = TitledCalls & { transactions: Transaction[] }
/** A shop on PostgreSQL, and its database. */
type Stored = { shop: MeasuredServer; db: Database; url: string }

const ordersShown = 10
const delivery = { address: 'Plot 9, Mirpur, Dhaka', phone: '+880 1711 000000' }
const get = (path: string, headers: Record<string, string> = {}): Call => ({ method: 'GET', path, headers })
const compressed = { 'accept-encoding': 'br' }

export const home: TitledCalls = { title: 'GET /', calls: async () => [get('/', compressed)] }
export const plainHome: TitledCalls = { title: 'GET /, nothing kept', calls: async () => [get('/')] }
export const firstTools: TitledCalls = {
  title: 'GET /api/tool?limit=6',
  calls: async () => [get('/api/tool?limit=6', compressed)],
}

const Sold = z.object({ _id: z.string(), price: z.number() })
type Sold = z.infer<typeof Sold>

/** As many products as the smallest shop has. */
async function soldTools({ port }: MeasuredServer): Promise<Sold[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/tool?limit=24`)
  return z.array(Sold).parse(await answer.json())
}

export async function oneTool({ shop, url }: Stored): Promise<StoredCalls> {
  const tools = await soldTools(shop)
  return {
    title: 'GET /api/tool/{id}',
    calls: async () => tools.map(({ _id }) => get(`/api/tool/${_id}`)),
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
export async function orderCalls(shop: MeasuredServer, kind: OrderKind, buyers: Buyer[]): Promise<TitledCalls> {
  const tools = await soldTools(shop)
  const calls = async () => {
    const authorised = await Promise.all(buyers.map((buyer) => buyer.authorization()))
    return orderKinds[kind](tools).map((order, n) => ({
      method: 'POST',
      path: '/api/order',
      headers: { 'content-type': 'application/json', ...authorised[n % authorised.length] },
      body: JSON.stringify({ ...order, ...delivery }),
    }))
  }
  return { title: kind, calls }
}

/** The same with the transactions behind it. */
export async function storedOrders(stored: Stored, kind: OrderKind, buyers: Buyer[]): Promise<StoredCalls> {
  const { shop, db, url } = stored
  const subjects = await Promise.all(buyers.map((buyer) => subjectOf(db, buyer)))
  const transactions = orderKinds[kind](await soldTools(shop)).map((order, n) => {
    const buyer = subjects[n % subjects.length]
    if (!buyer) throw new Error('there is no buyer')
    return orderTransaction(url, buyer, { ...order, ...delivery })
  })
  return { ...(await orderCalls(shop, kind, buyers)), transactions: await Promise.all(transactions) }
}

/** Orders as the shop places them, where nobody's are limited. */
const placingIn = (db: Database) =>
  createPlaceOrder({
    db,
    clock: systemClock,
    currency: 'usd',
    tax: { name: 'VAT', prices: 'inclusive', rounding: 'sum', country: 'BD', rates: [] },
    holdHours: 24,
    limits: { unpaidOrders: noLimit, heldShare: 1 },
    connections: 1,
    takeFromCart: takeOrdered,
  })

/** An order's transaction; the ids that it made are fresh ones each time. */
async function orderTransaction(url: string, buyer: TokenSubject, order: NewOrder): Promise<Transaction> {
  const sent = await transactionOf(url, (db) => placingIn(db).place(buyer, order, undefined))
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
export async function ownOrders({ shop, db, url }: Stored, buyer: Buyer): Promise<StoredCalls> {
  const [order] = await (await orderCalls(shop, 'POST /api/order', [buyer])).calls()
  if (!order) throw new Error('there is nothing to order')
  const { path, ...init } = order
  for (let n = 0; n < ordersShown; n++) await fetch(`http://127.0.0.1:${shop.port}${path}`, init)
  const reader = await subjectOf(db, buyer)
  return {
    title: 'GET /api/order?email=',
    calls: async () => [get(`/api/order?email=${buyer.email}`, await buyer.authorization())],
    transactions: [await transactionOf(url, (own) => listOrdersFor(own, reader, buyer.email))],
  }
}

/** The cart of a buyer who has put ten products in. */
export async function ownCart({ shop, db, url }: Stored, buyer: Buyer): Promise<StoredCalls> {
  const tools = (await soldTools(shop)).slice(0, 10)
  const lines = tools.map(({ _id: toolId, price: seenPrice }) => ({ toolId, quantity: 10, seenPrice }))
  const headers = { 'content-type': 'application/json', ...(await buyer.authorization()) }
  const body = JSON.stringify({ version: 0, lines })
  const put = await fetch(`http://127.0.0.1:${shop.port}/api/cart`, { method: 'PUT', headers, body })
  if (!put.ok) throw new Error(`PUT /api/cart answered ${put.status}`)
  const reader = await subjectOf(db, buyer)
  return {
    title: 'GET /api/cart, ten lines',
    calls: async () => [get('/api/cart', await buyer.authorization())],
    transactions: [await transactionOf(url, (own) => findCartFor(own, reader))],
  }
}

/** A paid order of ten lines. @returns its id. */
export async function paidOrder({ shop, db }: Stored, buyer: Buyer): Promise<string> {
  const [call] = await (await orderCalls(shop, 'POST /api/order, ten lines', [buyer])).calls()
  if (!call) throw new Error('there is nothing to order')
  const { path, ...init } = call
  const { _id } = Placed.parse(await (await fetch(`http://127.0.0.1:${shop.port}${path}`, init)).json())
  await db.update(orders).set({ state: 'paid', paidAt: new Date() }).where(eq(orders.id, _id))
  return _id
}

const Placed = z.object({ _id: z.string() })

async function subjectOf(db: Database, { email }: Buyer): Promise<TokenSubject> {
  const [row] = await db
    .select({ id: users.id, session: sessions.id })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(eq(users.email, email))
  if (!row) throw new Error(`${email} is not signed in`)
  return row
}
