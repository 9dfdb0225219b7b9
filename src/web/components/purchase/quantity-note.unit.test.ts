import { expect, test } from 'vitest'
import { messages } from '#content/messages.ts'
import { quantityNote } from './quantity-note.ts'

const limits = { minimum: 100, increment: 20 }

test.each([
  ['under the minimum', 99],
  ['over the stock', 3701],
  ['over the stock and between two steps', 3715],
  ['not whole', 110.5],
  ['not a number', Number.NaN],
])('a quantity that is %s shows the text of the specification', (_, quantity) => {
  expect(quantityNote(quantity, limits, 3700)).toBe(messages.quantityOutOfRange)
})

test.each([
  [110, 3700, 'Order in steps of 20: 100 or 120.'],
  [1199, 3700, 'Order in steps of 20: 1,180 or 1,200.'],
  [101, 110, 'Order in steps of 20: 100.'],
])('a quantity of %i with %i in stock shows the nearest ones that can be ordered', (quantity, available, text) => {
  expect(quantityNote(quantity, limits, available)).toBe(text)
})

test('only quantities that can be ordered are named', () => {
  expect(quantityNote(15, { minimum: 10, increment: 20 }, 19)).toBe('Order in steps of 20.')
  expect(quantityNote(15, { minimum: 12, increment: 10 }, 30)).toBe('Order in steps of 10: 20.')
})
