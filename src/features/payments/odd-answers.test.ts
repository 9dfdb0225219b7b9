import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { testLog } from '#testing/log.ts'
import { OrderMoney } from './schema.ts'
import { openPaymentShop, type Buyer, type PaymentShop } from './testing.ts'

let shop: PaymentShop
let admin: Buyer
beforeAll(async () => {
  shop = await openPaymentShop()
  admin = await shop.signedIn({ role: 'admin' })
})
afterAll(() => shop.close())

const moneyOf = async ({ _id }: Order) =>
  OrderMoney.parse(await (await shop.app.request(`/api/order/${_id}/money`, { headers: admin.headers })).json())

/** Reconciles while the provider gives that payment's refunds and disputes the amount 0, and has lost all events. */
async function reconcileOddly(oddIntent: string): Promise<unknown[]> {
  const warn = vi.spyOn(testLog, 'warn').mockImplementation(() => {})
  await shop.network.tampering(
    async ({ path }, answer) => {
      if (path.startsWith('/v1/events')) return Response.json({ object: 'list', data: [], has_more: false })
      if (!/^\/v1\/(refunds|disputes)(\?|$)/.test(path)) return answer
      const list = await answer.json()
      const data = list.data.map((each: { payment_intent: string }) =>
        each.payment_intent === oddIntent ? { ...each, amount: 0 } : each,
      )
      return Response.json({ ...list, data })
    },
    () => shop.reconcileLater(),
  )
  const said = warn.mock.calls.map(([message]) => message)
  warn.mockRestore()
  return said.filter((message) => message.endsWith('could not be checked'))
}

test.each([
  ['refund', 'refunds', '4242424242424242'],
  ['dispute', 'disputes', '4000000000000259'],
] as const)(
  'a %s with an invalid answer is read once it is valid, and holds up no other until then',
  async (what, list, card) => {
    const [other, odd] = [await shop.paid({ card }), await shop.paid({ card })]
    if (list === 'refunds') {
      // The provider lists the newest first.
      for (const { intentId } of [other, odd]) {
        await shop.network.stripe.refunds.create({ payment_intent: intentId, amount: 100 })
      }
    }
    const known = async () => [(await moneyOf(other.order))[list]?.length, (await moneyOf(odd.order))[list]?.length]
    // Longer than the period that is read again anyway.
    for (let hour = 0; hour < 3; hour += 1) {
      const said = await reconcileOddly(odd.intentId)
      expect(await known()).toEqual([1, 0])
      expect(said).toEqual([expect.stringContaining(what)])
      shop.clock.advance({ hours: 1 })
    }
    await reconcileOddly('none')
    expect(await known()).toEqual([1, 1])
  },
)
