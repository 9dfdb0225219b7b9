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

test('the credits of an order on account are listed once, with their sum where there are several', () => {
  const refund = { orderId: 'o1', currency: 'usd', lines: [], restock: false, state: 'succeeded' as const }
  const credits = [
    { ...refund, _id: 'r1', amount: 640, reason: 'Sold out', createdAt: dispute.openedAt },
    { ...refund, _id: 'r2', amount: 100, reason: 'Late', createdAt: dispute.openedAt },
  ]
  const moneyOf = (refunds: typeof credits, refundedAmount: number) => {
    const money = { orderId: 'o1', currency: 'usd', captured: 0, refunded: 0, kept: 0, refunds }
    const onAccount = { ...order, payBy: 'invoice' as const, refundedAmount }
    const html = renderToStaticMarkup(
      <OrderRecordPanel record={{ money, mails: [], stock: [] }} order={onAccount} events={[]} />,
    )
    return html.slice(html.indexOf('Paid, on account'), html.indexOf('Stock')).replaceAll(/<[^>]*>/g, ' ')
  }
  expect(moneyOf(credits.slice(0, 1), 640).match(/Credit\w*( in all)?/g)).toEqual(['Credited'])
  expect(moneyOf(credits, 740)).toMatch(/Credited in all\s+\$740\.00/)
})

test('a reason and a product name in Bangla are marked with their language', () => {
  const refund = {
    _id: 'r1',
    orderId: 'o1',
    currency: 'usd',
    lines: [],
    restock: false,
    amount: 5,
    createdAt: dispute.openedAt,
  }
  const refunds = [{ ...refund, state: 'succeeded' as const, reason: 'দুটি নষ্ট ছিল' }]
  const money = { orderId: 'o1', currency: 'usd', captured: 0, refunded: 0, kept: 0, refunds }
  const stock = [{ _id: 's1', productName: 'বিদ্যুৎ সরবরাহ', reason: 'order', quantity: -2 }]
  const record = { money, mails: [], stock } as unknown as Parameters<typeof OrderRecordPanel>[0]['record']
  const html = renderToStaticMarkup(<OrderRecordPanel record={record} order={order} events={[]} />)
  expect(html).toMatch(/lang="bn">দুটি নষ্ট ছিল</)
  expect(html).toMatch(/lang="bn">বিদ্যুৎ সরবরাহ</)
})
