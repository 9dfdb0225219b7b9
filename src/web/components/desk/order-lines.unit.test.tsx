import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { OrderLines } from './order-lines.tsx'

const line = {
  position: 1,
  productName: 'WX-850',
  partNumber: '',
  img: '/wx-850.webp',
  quantity: 20,
  shipped: 12,
  refunded: 8,
}
const order = {
  currency: 'usd',
  state: 'shipped',
  lines: [{ ...line, unitPrice: 125, total: 2500 }],
  addedTaxAmount: 0,
  totalAmount: 2500,
  refundedAmount: 640,
  owedAmount: 0,
} as unknown as Order

/** On a phone, a line breaks between the parts only. */
const progress = (back: string) =>
  new RegExp(`<span class="unbroken">12 sent</span>, <span class="unbroken">${back}</span>`)

/** The sums below the lines, each with its label. */
function sumsOf(changes: Partial<Order>, byCard = false): string[] {
  const html = renderToStaticMarkup(<OrderLines order={{ ...order, ...changes }} byCard={byCard} />)
  const sums = html.slice(html.indexOf('<dl')).split('</div>')
  return sums.map((each) => each.replaceAll('</dt>', ' ').replaceAll(/<[^>]*>/g, '')).filter(Boolean)
}

test('a credit on account is called credited, and leads to what is left to pay', () => {
  expect(sumsOf({ owedAmount: 1860 })).toEqual(['Total $2,500.00', 'Credited −$640.00', 'To pay $1,860.00'])
  expect(sumsOf({ owedAmount: 1858 })).toEqual([
    'Total $2,500.00',
    'Credited −$640.00',
    'Paid −$2.00',
    'To pay $1,858.00',
  ])
  expect(sumsOf({})).toEqual(['Total $2,500.00', 'Credited −$640.00', 'Total after credit $1,860.00'])
  expect(renderToStaticMarkup(<OrderLines order={order} byCard={false} />)).toMatch(progress('8 credited'))
})

test('an order on account without a credit shows what is left to pay once part of it is paid', () => {
  expect(sumsOf({ refundedAmount: 0, owedAmount: 2500 })).toEqual(['Total $2,500.00'])
  expect(sumsOf({ refundedAmount: 0, owedAmount: 2400 })).toEqual([
    'Total $2,500.00',
    'Paid −$100.00',
    'To pay $2,400.00',
  ])
  expect(sumsOf({ refundedAmount: 0 })).toEqual(['Total $2,500.00'])
})

test('what goes back to a card is called refunded', () => {
  expect(sumsOf({}, true)).toEqual(['Total $2,500.00', 'Refunded −$640.00', 'Kept $1,860.00'])
  expect(sumsOf({ refundedAmount: 0 }, true)).toEqual(['Total $2,500.00'])
  expect(renderToStaticMarkup(<OrderLines order={order} byCard />)).toMatch(progress('8 refunded'))
})
