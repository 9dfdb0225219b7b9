import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Total } from './price.tsx'

const textOf = (quantity: number) =>
  renderToStaticMarkup(
    <Total quantity={quantity} unitPrice={62.4} total={quantity * 62.4} currency="usd" />,
  ).replaceAll(/<[^>]*>/g, ' ')

test('a total is the money of a number of pieces', () => {
  expect(textOf(1250)).toContain('1,250 × $62.40')
  expect(textOf(1250)).toContain('$78,000.00')
})

test.each([-5, 0, 2.5, Number.NaN, Number.POSITIVE_INFINITY])('%d pieces have none', (quantity) => {
  expect(textOf(quantity).split(/\s+/).filter(Boolean)).toEqual(['–', '×', '$62.40', '–'])
})
