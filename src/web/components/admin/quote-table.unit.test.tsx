import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Quote } from '#features/quotes/schema.ts'
import { QuoteTable } from './quote-table.tsx'

test('the link to write to a buyer is to that address alone, whatever it holds', () => {
  const quote: Quote = {
    _id: '0',
    number: 'WQ-2026-000123',
    name: 'Buyer',
    email: 'buyer@shop.co?bcc=spy%40evil.example&body=hi',
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
  }
  const element = <QuoteTable quotes={[quote]} shown={{}} currency="usd" />
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  expect(html).toContain('href="mailto:buyer@shop.co%3Fbcc%3Dspy%2540evil.example%26body%3Dhi"')
})
