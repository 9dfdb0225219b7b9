import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrderedProducts } from './order-cells.tsx'

const textOf = (order: Parameters<typeof OrderedProducts>[0]['order']) =>
  renderToStaticMarkup(<OrderedProducts order={order} />).replaceAll(/<[^>]*>/g, '')

test('the quantity precedes a single product, and follows several as a total', () => {
  expect(textOf({ productName: 'WX-850', lineCount: 1, orderQuantity: 500 })).toBe('500 × WX-850')
  expect(textOf({ productName: 'WX-850 + 1 more', lineCount: 2, orderQuantity: 2500 })).toBe(
    'WX-850 + 1 more, 2,500 pieces in all',
  )
})
