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
import type { Buyer } from './buyers.ts'
import { ask, get, inTurn, send } from './call.ts'
import type { Calls } from './compare.ts'
import { transactionOf, type Transaction } from './pgbench.ts'
import type { World } from './world.ts'

/** What is asked of the shop, and the same asked of the database itself. */
export type Stored = { title: string; calls: Calls; transactions: Transaction[] }

export type Sold = { _id: string; price: number }

/** As many products as the smallest shop has. */
export async function soldTools(port: number): Promise<Sold[]> {
  return JSON.parse((await ask(port, get('/api/tool?limit=24'))).text)
}

export async function oneTool({ db, tools }: World): Promise<Stored> {
  const transactions: Transaction[] = []
  for (const { _id } of tools) transactions.push(await transactionOf(() => findTool(db, _id)))
  const calls = tools.map(({ _id }) => get(`/api/tool/${_id}`))
  return { title: 'GET /api/tool/{id}', calls: async () => calls, transactions }
}

const delivery = { address: 'Plot 9, Mirpur, Dhaka', phone: '+880 1711 000000' }

export const orderOfOne = ({ _id: toolId, price: totalAmount }: Sold): NewOrder => {
  return { toolId, orderQuantity: 1, totalAmount, ...delivery }
}

/** One piece of each of ten tools, the nth and those after it. */
export const orderOfTen = (tools: readonly Sold[], n: number): NewOrder => ({
  lines: Array.from({ length: 10 }, (_, m) => ({ toolId: inTurn(tools, n + m)._id, quantity: 1 })),
  ...delivery,
})

/** Orders by the buyers in turn. */
export const placing = (orders: readonly NewOrder[], buyers: readonly Buyer[]): Calls => {
  const calls = orders.map((order) => send('POST', '/api/order', order))
  return () => Promise.all(calls.map((call, n) => inTurn(buyers, n).as(call)))
}

/** The same with the transactions behind it. */
export async function storedOrders({ db, buyers }: World, title: string, orders: NewOrder[]): Promise<Stored> {
  const place = placeOrderIn(db)
  const transactions: Transaction[] = []
  for (const [n, order] of orders.entries()) {
    const { subject } = inTurn(buyers, n)
    const known = JSON.stringify([order, subject])
    transactions.push(await transactionOf(() => place(subject, order, undefined), known))
  }
  return { title, calls: placing(orders, buyers), transactions }
}

/** Places orders as the shop does, where nobody's are limited. */
const placeOrderIn = (db: Database) =>
  createPlaceOrder({
    db,
    clock: systemClock,
    currency: 'usd',
    tax: { name: 'VAT', prices: 'inclusive', rounding: 'sum', country: 'BD', rates: [] },
    holdHours: 24,
    limits: { unpaidOrders: noLimit, heldShare: 1 },
    connections: 1,
    takeFromCart: takeOrdered,
  }).place

/** The list of a buyer who has ordered ten times. */
export async function ownOrders({ db, reader, tools }: World): Promise<Stored> {
  const { email, subject } = reader
  const place = placeOrderIn(db)
  for (let n = 0; n < 10; n++) await place(subject, orderOfOne(inTurn(tools, 0)), undefined)
  return {
    title: 'GET /api/order?email=',
    calls: async () => [await reader.as(get(`/api/order?email=${email}`))],
    transactions: [await transactionOf(() => listOrdersFor(db, subject, email))],
  }
}

/** The cart of a buyer who has put ten products in. */
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
  const { id } = await placeOrderIn(db)(reader.subject, orderOfTen(tools, 0), undefined)
  await db.execute(sql`update "order" set state = 'paid', paid_at = now() where id = ${id}`)
  return id
}
