import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { quoteStates } from '#features/quotes/rules.ts'
import type { Quote } from '#features/quotes/schema.ts'
import { QuoteTable } from './quote-table.tsx'

const quote: Quote = {
  _id: '0',
  number: 'WQ-2026-000123',
  name: 'Buyer',
  email: 'buyer@shop.co',
  phone: '+880 1711 000000',
  productName: 'WX-850',
  price: 84.5,
  quantity: 100,
  createdAt: '2026-11-21T10:00:00.000Z',
  lines: [],
  note: null,
  currency: 'usd',
  state: 'asked',
  offer: null,
  orderId: null,
  answeredAt: null,
  answeredBy: null,
}

function tableOf(quotes: readonly Quote[]): string {
  const element = <QuoteTable quotes={quotes} shown={{}} currency="usd" />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('the mail link to a buyer contains only that address, whatever it holds', () => {
  const html = tableOf([{ ...quote, email: 'buyer@shop.co?bcc=spy%40evil.example&body=hi' }])
  expect(html).toContain('href="mailto:buyer@shop.co%3Fbcc%3Dspy%2540evil.example%26body%3Dhi"')
})

test('the requested price is shown with the quantity, if there is one', () => {
  expect(tableOf([quote])).toContain('at $84.50')
  expect(tableOf([{ ...quote, price: null }])).not.toContain('>at ')
})

test('only an open quote can be marked as unanswered', () => {
  const answered = { ...quote, answeredAt: '2026-11-22T10:00:00.000Z' }
  const shown = (state: Quote['state']) => tableOf([{ ...answered, state }]).includes('Mark as unanswered')
  expect(quoteStates.filter(shown)).toEqual(['asked', 'offered'])
  expect(tableOf([{ ...quote, state: 'accepted' }]), 'a message about the order').toContain('Mark as answered')
})

test('the list says who answered, if it was one of the staff', () => {
  const answered = { ...quote, answeredAt: '2026-11-22T10:00:00.000Z' }
  expect(tableOf([{ ...answered, answeredBy: 'Nusrat' }])).toContain('Answered 22 Nov 2026</span> by <bdi>Nusrat</bdi>')
  expect(tableOf([answered])).not.toContain(' by ')
})

test('a request shows how to answer it, and one that is answered how to open it', () => {
  const isTold = (text: string, changes: Partial<Quote>) =>
    new RegExp(`<a aria-label="${text}: ${quote.number}"[^>]* href="/quote/0"`).test(
      tableOf([{ ...quote, ...changes }]),
    )
  expect(isTold('Write an offer', {})).toBe(true)
  expect(isTold('Open', { answeredAt: '2026-11-22T10:00:00.000Z' })).toBe(true)
  expect(isTold('Open', { state: 'offered' })).toBe(true)
  expect(tableOf([quote])).toMatch(/<a class="text-link [^>]*href="\/quote\/0"[^>]*>WQ-2026-000123<\/a>/)
})
