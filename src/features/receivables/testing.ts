import { expect } from 'vitest'
import type { Config } from '#config.ts'
import { CreditState } from '#features/credit/schema.ts'
import { Order, OrderPlaced } from '#features/orders/schema.ts'
import { openPaymentShop, type Buyer } from '#features/payments/testing.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json } from '#testing/shop.ts'
import { Statement } from './schema.ts'

export type AccountShop = Awaited<ReturnType<typeof openAccountShop>>

/** The real shop with card payment, a tool at 100.00 the piece, staff, and helpers for tests of buying on account. */
export async function openAccountShop(overrides: Partial<Config> = {}) {
  const shop = await openPaymentShop(overrides)
  const staff = await shop.signedIn({ role: 'admin' })
  const tool = await makeTool(shop.db, { price: 10_000, availableQuantity: 10_000 })

  const call = (method: string, path: string, body: unknown, by: Buyer, more: Record<string, string> = {}) =>
    shop.app.request(
      `/api${path}`,
      method === 'GET' ? { headers: by.headers } : json(method, body, { ...by.headers, ...more }),
    )
  const setTerms = (email: string, terms: unknown, by = staff) => call('PUT', `/user/${email}/terms`, terms, by)
  /** A buyer who pays within 30 days and may owe up to the limit, in major units. */
  async function buyerWith(creditLimit = 1000): Promise<Buyer> {
    const buyer = await shop.signedIn()
    expect((await setTerms(buyer.actor.email, { netDays: 30, creditLimit })).status).toBe(200)
    return buyer
  }
  const order = (by: Buyer, pieces: number, more: object = {}) =>
    call('POST', '/order', { ...orderOf(tool, { orderQuantity: pieces }), payBy: 'invoice', ...more }, by)
  async function placed(by: Buyer, pieces: number): Promise<Order> {
    const answer = await order(by, pieces)
    expect(answer.status).toBe(201)
    return read(OrderPlaced.parse(await answer.json())._id, by)
  }
  const read = async (id: string, by: Buyer) =>
    Order.parse(await (await call('GET', `/order/${id}`, undefined, by)).json())
  const stateOf = async (by: Buyer) => CreditState.parse(await (await call('GET', '/credit', undefined, by)).json())
  const pay = (by: Buyer, amount: number, more: object = {}, headers: Record<string, string> = {}, from = staff) =>
    call(
      'POST',
      '/payment',
      { email: by.actor.email, amount, reference: 'TT 4711', receivedAt: '2025-06-01', ...more },
      from,
      headers,
    )
  const statement = async (by: Buyer, query = '') =>
    Statement.parse(await (await call('GET', `/statement?email=${by.actor.email}${query}`, undefined, by)).json())

  return { ...shop, staff, tool, call, setTerms, buyerWith, order, placed, read, stateOf, pay, statement }
}
