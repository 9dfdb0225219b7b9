import { expect, test } from 'vitest'
import { productAskedFor } from './product-asked-for.ts'
import { quotePath } from './quote-path.ts'

const site = 'https://wattwork.test'

test.each(['WX-850 Modular ATX', 'a & b = 100 %?', 'ভোল্ট'])('%s survives the address unchanged', (product) => {
  expect(productAskedFor(site + quotePath(product))).toBe(product)
})

test.each(['/buyproduct', '/buyproduct?product=', '/buyproduct?product=%20', `/buyproduct?product=${'x'.repeat(201)}`])(
  '%.40s names no product',
  (path) => expect(productAskedFor(site + path)).toBeUndefined(),
)

test('the address without a product is that of the page itself', () => {
  expect(quotePath()).toBe('/buyproduct')
  expect(quotePath('')).toBe('/buyproduct')
})
