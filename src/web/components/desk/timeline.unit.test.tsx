import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { Timeline } from './timeline.tsx'

const order = {
  currency: 'usd',
  lines: [
    { position: 0, productName: 'كابل الطاقة' },
    { position: 1, productName: 'مروحة' },
  ],
} as unknown as Order
const sent = {
  _id: 'e1',
  kind: 'shipped' as const,
  at: '2026-11-20T10:00:00.000Z',
  by: null,
  lines: [
    { position: 0, quantity: 3 },
    { position: 1, quantity: 12 },
  ],
}

test('each product name has its own text direction, so that its quantity stays beside it', () => {
  const html = renderToStaticMarkup(<Timeline order={order} events={[sent]} staff />)
  expect(html).toContain('3 × <bdi>كابل الطاقة</bdi>, 12 × <bdi>مروحة</bdi>')
})

test('what people wrote in Bangla is marked with its language, and our words beside it are not', () => {
  const parcel = { ...sent, carrier: 'সুন্দরবন কুরিয়ার', tracking: 'এস ১২' }
  const back = { _id: 'e2', kind: 'refunded' as const, at: sent.at, by: null, reason: 'দুটি নষ্ট ছিল', restock: true }
  const html = renderToStaticMarkup(<Timeline order={order} events={[parcel, back]} staff />)
  for (const text of [parcel.carrier, parcel.tracking, back.reason])
    expect(html).toContain(`<bdi lang="bn">${text}</bdi>`)
  expect(html).toMatch(/<p [^>]*(?<!lang="bn")><bdi lang="bn">দুটি নষ্ট ছিল<\/bdi><span[^>]*> \(back in stock\)/)
})

test('a refund, a credit and a payment sent back have different titles', () => {
  const back = { _id: 'e2', kind: 'refunded' as const, at: sent.at, by: null, amount: 84.5 }
  const titleOf = (event: Parameters<typeof Timeline>[0]['events'][number]) =>
    renderToStaticMarkup(<Timeline order={order} events={[event]} staff />)
  expect(titleOf(back)).toContain('Refunded: $84.50')
  expect(titleOf({ ...back, onAccount: true })).toContain('Credited: $84.50')
  expect(titleOf({ ...back, returned: true })).toContain('Payment received and sent back: $84.50')
})

test('a dispute reason is put into words, and what staff wrote stays as written', () => {
  const reasonOf = (kind: 'dispute-opened' | 'refunded', reason: string) =>
    renderToStaticMarkup(
      <Timeline order={order} events={[{ _id: 'e3', kind, at: sent.at, by: null, reason }]} staff={false} />,
    )
  expect(reasonOf('dispute-opened', 'product_not_received')).toContain('product not received')
  expect(reasonOf('refunded', 'RMA_7')).toContain('RMA_7')
})
