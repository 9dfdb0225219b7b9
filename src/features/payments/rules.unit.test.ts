import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderStates } from '#features/orders/schema.ts'
import { judge } from './rules.ts'

const statuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const
const states = ['pending', 'succeeded', 'cancelled', 'mismatch', 'refunding', 'refunded'] as const

const amount = fc.integer({ min: 1, max: 3 })
const currency = fc.constantFrom('usd', 'bdt')
const situation = fc.record({
  intent: fc.record({ status: fc.constantFrom(...statuses), amountReceived: amount, currency }),
  payment: fc.record({ state: fc.constantFrom(...states), amount, currency }),
  order: fc.record({ state: fc.constantFrom(...orderStates), total: amount, currency }),
  replaced: fc.boolean(),
})

test('an order is paid only by the whole money, in its currency, that nothing else has paid', () => {
  fc.assert(
    fc.property(situation, ({ intent, payment, order, replaced }) => {
      const verdict = judge(intent, payment, order, replaced)
      if (verdict === 'pay') {
        expect(intent).toEqual({ status: 'succeeded', amountReceived: order.total, currency: order.currency })
        expect(payment).toMatchObject({ amount: order.total, currency: order.currency })
        expect(replaced).toBe(false)
        expect(['placed', 'cancelled', 'expired']).toContain(order.state)
      }
      if (verdict === 'pay' || verdict === 'refund' || verdict === 'mismatch') expect(intent.status).toBe('succeeded')
      if (verdict === 'close') expect(intent.status).toBe('canceled')
    }),
  )
})

test('what was dealt with is not dealt with again', () => {
  fc.assert(
    fc.property(situation, ({ intent, payment, order, replaced }) => {
      fc.pre(payment.state !== 'pending' && payment.state !== 'cancelled')
      expect(judge(intent, payment, order, replaced)).toBe('done')
    }),
  )
})

test('no money that came is forgotten', () => {
  fc.assert(
    fc.property(situation, ({ intent, payment, order, replaced }) => {
      fc.pre(intent.status === 'succeeded')
      expect(['pay', 'refund', 'mismatch', 'done']).toContain(judge(intent, payment, order, replaced))
    }),
  )
})
