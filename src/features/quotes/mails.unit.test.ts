import { expect, test } from 'vitest'
import { minor } from '#shared/money.ts'
import { quoteMail, type ToldKind } from './mails.ts'
import type { QuoteRow } from './store.ts'

const quote: QuoteRow = {
  id: '0199f0a0-0000-7000-8000-000000000001',
  number: 'WQ-2026-000123',
  userId: null,
  name: 'Daniel Okafor',
  email: 'daniel@workshop.example',
  phone: '+880 1711 000000',
  productName: 'WX-850 Gold',
  price: minor(8950),
  quantity: 400,
  lines: [],
  note: null,
  state: 'asked',
  offer: null,
  message: null,
  offeredAt: null,
  validUntil: null,
  orderId: null,
  createdAt: new Date('2026-11-21T10:00:00Z'),
  answeredAt: null,
  answeredBy: null,
}
const tax = { name: 'VAT', prices: 'inclusive', rounding: 'sum', country: 'BD', rates: [] } as const

test.each<[ToldKind, string]>([
  ['offered', 'Your quote WQ-2026-000123 from Wattwork'],
  ['message', 'About your quote WQ-2026-000123 from Wattwork'],
  ['declined', 'About your request for a quote, WQ-2026-000123 · Wattwork'],
  ['withdrawn', 'Your quote WQ-2026-000123 from Wattwork was withdrawn'],
  ['expiring', 'Your quote WQ-2026-000123 from Wattwork expires soon'],
])('%s: the subject contains the quote’s number', (kind, subject) => {
  const told = { quote, currency: 'usd', tax, url: 'http://localhost:3000/quote' }
  expect(quoteMail(kind, told).subject).toBe(subject)
})
