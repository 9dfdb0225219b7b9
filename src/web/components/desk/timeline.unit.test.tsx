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

test('each name has a direction of its own, so that a quantity stays beside its product', () => {
  const html = renderToStaticMarkup(<Timeline order={order} events={[sent]} />)
  expect(html).toContain('3 × <bdi>كابل الطاقة</bdi>, 12 × <bdi>مروحة</bdi>')
})
