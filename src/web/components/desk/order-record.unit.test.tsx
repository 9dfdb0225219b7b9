import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { OrderRecordPanel } from './order-record.tsx'

const order = { currency: 'usd', owedAmount: 0, refundedAmount: 0, payBy: 'card' } as unknown as Order
const dispute = {
  _id: 'dp_1',
  amount: 84.5,
  reason: 'product_not_received',
  status: 'needs_response',
  dueBy: '2031-12-05T23:59:59.000Z',
  openedAt: '2031-11-28T14:16:00.000Z',
  closedAt: null,
}
const recordOf = (state: 'open' | 'won') => {
  const money = { orderId: 'o1', currency: 'usd', captured: 84.5, refunded: 0, kept: 84.5, refunds: [] }
  const record = { money: { ...money, disputes: [{ ...dispute, state }] }, mails: [], stock: [] }
  return renderToStaticMarkup(<OrderRecordPanel record={record} order={order} events={[]} />)
}

test('an open dispute shows its deadline, and a decided one does not', () => {
  expect(recordOf('open')).toContain('product not received: answer by 6 Dec 2031, 05:59')
  expect(recordOf('won')).not.toContain('answer by')
})
