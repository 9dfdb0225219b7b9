import { eq } from 'drizzle-orm'
import type { Config } from '#config.ts'
import type { ToolRow } from '#features/catalogue/store.ts'
import { Order, OrderPlaced } from '#features/orders/schema.ts'
import { intentOf, openCardNetwork, type Delivery } from '#testing/card-network.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { PaymentIntentResponse } from './schema.ts'
import { payments } from './tables.ts'

export type Buyer = Awaited<ReturnType<TestShop['signedIn']>>
export type PaymentShop = Awaited<ReturnType<typeof openPaymentShop>>

/** The real shop with real card payment against the sandbox behind a port, and helpers for its tests. */
export async function openPaymentShop(overrides: Partial<Config> = {}) {
  const network = await openCardNetwork()
  const shop = await openTestShop({ ...overrides, stripe: network.keys })
  network.connect(shop.db, shop.clock)
  const buyer = await shop.signedIn()

  const post = async (path: string, body: unknown, by: Buyer = buyer) =>
    shop.app.request(`/api${path}`, json('POST', body, by.headers))

  async function place(tool: ToolRow, orderQuantity = 1): Promise<Order> {
    const { _id } = OrderPlaced.parse(await (await post('/order', orderOf(tool, { orderQuantity }))).json())
    return read(_id)
  }

  async function read(id: string): Promise<Order> {
    return Order.parse(await (await shop.app.request(`/api/order/${id}`, { headers: buyer.headers })).json())
  }

  async function begin({ _id, price }: Order): Promise<string> {
    const answer = await post('/create-payment-intent', { orderId: _id, price })
    return PaymentIntentResponse.parse(await answer.json()).clientSecret
  }

  return {
    ...shop,
    network,
    buyer,
    post,
    place,
    read,
    begin,
    /** An order of one piece of a new tool, with its payment begun. */
    async ordered(changes: Parameters<typeof makeTool>[1] = {}) {
      const tool = await makeTool(shop.db, changes)
      const order = await place(tool)
      return { tool, order, clientSecret: await begin(order) }
    },
    /** A paid order whose payment the shop knows about. */
    async paid({
      quantity = 1,
      card,
      ...changes
    }: Parameters<typeof makeTool>[1] & { quantity?: number; card?: string } = {}) {
      const tool = await makeTool(shop.db, changes)
      const order = await place(tool, quantity)
      const clientSecret = await begin(order)
      await network.pay(clientSecret, card)
      await post('/payment/return', { orderId: order._id })
      return { tool, order: await read(order._id), clientSecret, intentId: intentOf(clientSecret) }
    },
    /** A minute later, asks the provider about everything open. */
    async reconcileLater() {
      shop.clock.advance({ seconds: 61 })
      await shop.shop.payments.reconcile()
    },
    cancel: (order: Order) => post(`/order/${order._id}/cancel`, {}),
    paymentsOf: (order: Order) =>
      shop.db.select().from(payments).where(eq(payments.orderId, order._id)).orderBy(payments.id),
    webhook: async ({ body, signature }: Pick<Delivery, 'body' | 'signature'>) =>
      shop.app.request('/api/payment/webhook', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      }),
    /** The webhooks that the provider wants to send for an intent, oldest first. */
    sentFor: (intentId: string) => network.deliveries.filter(({ body }) => body.includes(intentId)),
    async close() {
      await network.close()
      await shop.close()
    },
  }
}
