import { sql } from 'drizzle-orm'
import { findTool } from '#features/catalogue/store.ts'
import { takeOrdered } from '#features/cart/service.ts'
import { findCartFor } from '#features/cart/store.ts'
import { listOrdersFor } from '#features/orders/listing.ts'
import { createPlaceOrder } from '#features/orders/place-order.ts'
import type { NewOrder } from '#features/orders/placing-schema.ts'
import { noLimit } from '#features/orders/rules.ts'
import type { Database } from '#platform/db/database.ts'
import { systemClock } from '#shared/clock.ts'
import { ask, get, send, signUp, type Buyer, type Calls } from './call.ts'
import { inTurn } from './lists.ts'
import { clients, transactionOf, type Transaction } from './load.ts'
import type { MeasuredServer } from './server.ts'
import type { World } from './world.ts'

/** Calls to the shop that belong together. */
export type UseCase = { title: string; calls: Calls }
/** The same, with the transactions it runs on the database. */
export type Stored = UseCase & { transactions: Transaction[] }

type Sold = { _id: string; price: number }
/** As many products as the smallest shop has, and a buyer for each connection of the load generator. */
type Market = { tools: Sold[]; buyers: Buyer[] }
/** Makes the nth order of a series. */
type Ordering = (tools: readonly Sold[], n: number) => NewOrder

export async function openMarket({ port }: MeasuredServer): Promise<Market> {
  const { text } = await ask(port, get('/api/tool?limit=24'))
  return { tools: JSON.parse(text), buyers: await Promise.all(Array.from({ length: clients }, () => signUp(port))) }
}

export const oneTool = async ({ db, tools }: World): Promise<Stored> => ({
  title: 'GET /api/tool/{id}',
  calls: async () => tools.map(({ _id }) => get(`/api/tool/${_id}`)),
  transactions: await Array.fromAsync(tools, ({ _id }) => transactionOf(() => findTool(db, _id))),
})

const delivery = { address: 'Plot 9, Mirpur, Dhaka', phone: '+880 1711 000000' }

export const orderOfOne: Ordering = (tools, n) => {
  const { _id: toolId, price: totalAmount } = inTurn(tools, n)
  return { toolId, orderQuantity: 1, totalAmount, ...delivery }
}

/** One piece each of ten tools, starting with the nth. */
export const orderOfTen: Ordering = (tools, n) => ({
  lines: Array.from({ length: 10 }, (_, m) => ({ toolId: inTurn(tools, n + m)._id, quantity: 1 })),
  ...delivery,
})

/** One order per product, placed by the buyers in turn. */
export function placing({ tools, buyers }: Market, ordering: Ordering): Calls {
  const calls = tools.map((_, n) => send('POST', '/api/order', ordering(tools, n)))
  return () => Promise.all(calls.map((call, n) => inTurn(buyers, n).as(call)))
}

/** The same, with the transactions behind it. */
export async function storedOrders(world: World, title: string, ordering: Ordering): Promise<Stored> {
  const { db, tools, buyers } = world
  const transactions = await Array.fromAsync(tools.keys(), (n) => {
    const { subject } = inTurn(buyers, n)
    const order = ordering(tools, n)
    return transactionOf(() => place(db, subject, order), JSON.stringify([order, subject]))
  })
  return { title, calls: placing(world, ordering), transactions }
}

/** Places an order as the shop does, without limits on a buyer's orders. */
const place = (db: Database, subject: Buyer['subject'], order: NewOrder) =>
  createPlaceOrder({
    db,
    clock: systemClock,
    currency: 'usd',
    tax: { name: 'VAT', prices: 'inclusive', rounding: 'sum', country: 'BD', rates: [] },
    holdHours: 24,
    limits: { unpaidOrders: noLimit, heldShare: 1 },
    connections: 1,
    takeFromCart: takeOrdered,
  }).place(subject, order, undefined)

/** The order list of a buyer who has ordered ten times. */
export async function ownOrders({ db, reader, tools }: World): Promise<Stored> {
  const { email, subject } = reader
  for (let n = 0; n < 10; n++) await place(db, subject, orderOfOne(tools, 0))
  return {
    title: 'GET /api/order?email=',
    calls: async () => [await reader.as(get(`/api/order?email=${email}`))],
    transactions: [await transactionOf(() => listOrdersFor(db, subject, email))],
  }
}

/** The cart of a buyer with ten products in it. */
export async function ownCart({ shop, db, reader, tools }: World): Promise<Stored> {
  const lines = tools.slice(0, 10).map(({ _id, price }) => ({ toolId: _id, quantity: 10, seenPrice: price }))
  await ask(shop.port, await reader.as(send('PUT', '/api/cart', { version: 0, lines })))
  return {
    title: 'GET /api/cart, ten lines',
    calls: async () => [await reader.as(get('/api/cart'))],
    transactions: [await transactionOf(() => findCartFor(db, reader.subject))],
  }
}

/** A paid order of ten lines. @returns its id. */
export async function paidOrder({ db, reader, tools }: World): Promise<string> {
  const { id } = await place(db, reader.subject, orderOfTen(tools, 0))
  await db.execute(sql`update "order" set state = 'paid', paid_at = now() where id = ${id}`)
  return id
}
