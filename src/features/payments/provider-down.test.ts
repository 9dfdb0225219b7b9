import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { makeTool } from '#testing/factories.ts'
import { testLog } from '#testing/log.ts'
import { openPaymentShop, type PaymentShop } from './testing.ts'

let shop: PaymentShop
beforeAll(async () => {
  shop = await openPaymentShop()
})
afterAll(() => shop.close())

const begin = async (order: Order) => {
  const answer = await shop.post('/create-payment-intent', { orderId: order._id })
  return { status: answer.status, body: (await answer.json()) as { detail?: string } }
}
const keysOf = ({ _id }: Order) => shop.network.calls.flatMap(({ key }) => (key?.includes(_id) ? [key] : []))
const answering = (status: number, type: string) => () => Response.json({ error: { type } }, { status })

test('after several failures nobody waits for the provider, and its return is noticed', async () => {
  const { order } = await shop.ordered()
  const warn = vi.spyOn(testLog, 'warn').mockImplementation(() => {})
  await shop.network.tampering(answering(500, 'api_error'), async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => begin(order)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  })
  const asked = shop.network.calls.length
  expect(await begin(order)).toMatchObject({
    status: 503,
    body: { detail: 'The payment provider cannot be reached. Try again in a moment.' },
  })
  shop.clock.advance({ seconds: 4 })
  warn.mockClear()
  await shop.shop.payments.reconcile()
  expect(warn).not.toHaveBeenCalled()
  expect(shop.network.calls).toHaveLength(asked)
  // Everything else goes on.
  expect(await shop.read((await shop.place(await makeTool(shop.db)))._id)).toMatchObject({ state: 'placed' })
  shop.clock.advance({ seconds: 1 })
  expect((await begin(order)).status).toBe(200)
  warn.mockRestore()
})

test('calls above the limit fail before they are sent', async () => {
  const placed = await Promise.all(Array.from({ length: 26 }, async () => shop.place(await makeTool(shop.db))))
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  let there = 0
  const statuses = await shop.network.tampering(
    async (_, answer) => {
      there += 1
      await answered
      return answer
    },
    async () => {
      const calls = placed.map(async (order) => (await begin(order)).status)
      await vi.waitFor(() => expect(there).toBe(24), { timeout: 20_000 })
      expect(await Promise.race(calls)).toBe(503)
      resolve()
      return Promise.all(calls)
    },
  )
  expect(statuses.filter((status) => status === 503)).toHaveLength(2)
  expect(statuses.filter((status) => status === 200)).toHaveLength(24)
})

test('a stored idempotency error is retried with a new key, and other failures keep the key', async () => {
  const order = await shop.place(await makeTool(shop.db))
  const first = `order-${order._id}-0`
  expect((await shop.network.tampering(answering(429, 'rate_limit'), () => begin(order))).status).toBe(503)
  expect(new Set(keysOf(order))).toEqual(new Set([first]))
  expect((await shop.network.tampering(answering(400, 'invalid_request_error'), () => begin(order))).status).toBe(503)
  expect(new Set(keysOf(order))).toEqual(new Set([first]))
  const twice = () => Promise.all([begin(order), begin(order)])
  const { promise: bothAsked, resolve } = Promise.withResolvers<void>()
  let asked = 0
  const refuseBoth = async () => {
    asked += 1
    if (asked === 2) resolve()
    await bothAsked
    return answering(400, 'idempotency_error')()
  }
  const refused = await shop.network.tampering(refuseBoth, twice)
  expect(refused.map(({ status }) => status)).toEqual([503, 503])
  expect((await begin(order)).status).toBe(200)
  expect(new Set(keysOf(order))).toEqual(new Set([first, `${first}-1`, `${first}-2`]))
  expect(await shop.paymentsOf(order)).toHaveLength(1)
})
