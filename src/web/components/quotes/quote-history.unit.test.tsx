import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { WholeQuote } from '#features/quotes/schema.ts'
import { useSettings } from '#web/lib/settings.ts'
import { QuoteHistory } from './quote-history.tsx'

vi.mock('#web/lib/settings.ts', () => ({ useSettings: vi.fn() }))
afterEach(() => vi.mocked(useSettings).mockReset())

const offer = { _id: 'e1', kind: 'offered', at: '2026-11-20T10:00:00.000Z', byStaff: true, by: null, text: null }
const told = { total: 2731.5, validUntil: '2026-11-30T17:59:59.000Z' }
const historyOf = (event: object) => {
  const quote = { createdAt: offer.at, name: 'Mitu', note: null, currency: 'usd', isStaff: false, events: [event] }
  return renderToStaticMarkup(<QuoteHistory quote={quote as unknown as WholeQuote} />)
}

test('an offer in the history has its total and how long it was valid', () => {
  expect(historyOf({ ...offer, ...told })).toContain('Offer made: $2,731.50</p>')
  expect(historyOf({ ...offer, ...told })).toContain('Valid until 30 Nov 2026')
  expect(historyOf(offer)).toContain('Offer made</p>')
  expect(historyOf(offer)).not.toContain('Valid until')
})

test('where tax is added to prices, the total in the history says that it excludes it', () => {
  vi.mocked(useSettings).mockReturnValue({ tax: { prices: 'exclusive', name: 'VAT' } } as never)
  expect(historyOf({ ...offer, ...told })).toContain('Offer made: $2,731.50 without VAT')
})
