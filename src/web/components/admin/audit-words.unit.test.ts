import { expect, test } from 'vitest'
import { actorOf, browserIn, changesIn, subjectOf } from './audit-words.ts'

const inWords = (field: string, from: unknown, to: unknown) =>
  changesIn({ before: { [field]: from }, after: { [field]: to } }, 'usd')[0]

test.each([
  ['price', 84.5, 79, 'Price', '$84.50', '$79.00'],
  ['available_quantity', 1240, 60, 'Available', '1,240', '60'],
  ['price_breaks', [], [{ from: 1000, price: 70 }], 'Price breaks', 'none', '1,000 or more at $70.00'],
  ['category', 'cases', 'cooling', 'Category', 'Cases', 'Cooling'],
  [
    'specification',
    { rows: [] },
    { rows: [{ label: 'Fan', value: '120 mm' }] },
    'Specification',
    'none',
    'Fan: 120 mm',
  ],
  ['role', 'user', 'admin', 'Role', 'User', 'Admin'],
  ['shown', true, false, 'Review', 'shown', 'hidden'],
  ['amount', undefined, 50, 'Amount', undefined, '$50.00'],
  ['total', undefined, 2731.5, 'Total', undefined, '$2,731.50'],
  ['validUntil', undefined, '2025-06-10', 'Valid until', undefined, '10 Jun 2025'],
  ['receivedAt', undefined, '2025-06-09', 'Received on', undefined, '9 Jun 2025'],
  ['orders', undefined, 38, 'Orders', undefined, '38'],
  ['restock', false, true, 'Back in stock', 'no', 'yes'],
  ['lines', undefined, [{ position: 2, quantity: 1200 }], 'Pieces', undefined, '1,200 of line 2'],
  ['part_number', '', 'WX-1', 'Part number', 'none', 'WX-1'],
  ['name', 'A', 'B', 'Name', 'A', 'B'],
  ['tracking_number', undefined, { a: 1 }, 'tracking number', undefined, '{"a":1}'],
])('%s', (field, from, to, label, fromWords, toWords) => {
  expect(inWords(field, from, to)).toEqual({ field, label, from: fromWords, to: toWords })
})

test('a new value has no previous one, and no values mean no changes', () => {
  expect(changesIn({ before: null, after: { by: 'google' } }, 'usd')).toEqual([
    { field: 'by', label: 'By', from: undefined, to: 'Google' },
  ])
  expect(changesIn({ before: null, after: null }, 'usd')).toEqual([])
})

test('an amount is in the currency that its entry names', () => {
  const after = { total: 1200, currency: 'jpy' }
  expect(changesIn({ before: null, after }, 'usd')).toEqual([
    { field: 'total', label: 'Total', from: undefined, to: '¥1,200' },
  ])
})

test('names who did it, even when erased, automatic or not signed in', () => {
  const area = 'staff'
  expect(actorOf({ actor: { id: '1', email: 'a@example.com' }, area })).toBe('a@example.com')
  expect(actorOf({ actor: { id: '1', email: null }, area })).toBe('Erased user')
  expect(actorOf({ actor: null, area })).toBe('The shop')
  expect(actorOf({ actor: null, area: 'account' })).toBe('Somebody not signed in')
})

test('names what it was done to', () => {
  expect(subjectOf({ subject: { type: 'tool', id: '1', label: 'WX-850' } })).toBe('WX-850')
  expect(subjectOf({ subject: { type: 'user', id: '1', label: null } })).toBe('Erased user')
  expect(subjectOf({ subject: { type: 'review', id: '1', label: null } })).toBe('Review of the shop')
  expect(subjectOf({ subject: { type: 'order', id: '1', label: null } })).toBe('1')
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36',
    'Chrome on Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0', 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1', 'Safari on iOS'],
  ['curl/8.1', 'curl'],
  ['', 'unknown'],
])('%s is shown as %s', (agent, name) => {
  expect(browserIn(agent)).toBe(name)
})
