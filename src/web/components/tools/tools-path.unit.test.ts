import { expect, test } from 'vitest'
import { askedFor, isFiltered, toolsPath } from './tools-path.ts'

test('leaves empty filters out of the address', () => {
  expect(toolsPath({})).toBe('/tools')
  expect(toolsPath({ q: '', category: undefined, sort: 'price' })).toBe('/tools?sort=price')
  expect(toolsPath({ q: '600 W & more', min_price: 0 })).toBe('/tools?q=600+W+%26+more&min_price=0')
})

test('reads a form that was submitted without JavaScript', () => {
  expect(askedFor(new URLSearchParams('q=psu&min_price=&max_price=+&in_stock=true'))).toEqual({
    q: 'psu',
    in_stock: 'true',
  })
})

test('swaps two prices that are the wrong way round', () => {
  const asked = (query: string) => askedFor(new URLSearchParams(query))
  expect(asked('min_price=50&max_price=9.5&q=fan')).toEqual({ q: 'fan', min_price: '9.5', max_price: '50' })
  expect(asked('min_price=9.5&max_price=50')).toEqual({ min_price: '9.5', max_price: '50' })
  expect(asked('min_price=50')).toEqual({ min_price: '50' })
  expect(asked('min_price=50&max_price=cheap')).toEqual({ min_price: '50', max_price: 'cheap' })
})

test('reads prices in any digits, and keeps what is not a number', () => {
  expect(askedFor(new URLSearchParams({ q: '৬০০ w', min_price: '৭.৫০', max_price: '১,২০০' }))).toEqual({
    q: '৬০০ w',
    min_price: '7.5',
    max_price: '1200',
  })
  expect(askedFor(new URLSearchParams({ max_price: '১২টি' }))).toEqual({ max_price: '১২টি' })
})

test('reads the filters back from the address it makes of them', () => {
  const shown = { q: 'usb-c charger', category: 'adapters', max_price: '20.5' }
  expect(askedFor(new URL(toolsPath(shown), 'http://localhost').searchParams)).toEqual(shown)
})

test('does not count sorting as a filter', () => {
  expect(isFiltered({ sort: 'price', q: '', category: undefined })).toBe(false)
  expect(isFiltered({ q: 'fan' })).toBe(true)
  expect(isFiltered({ min_price: 0 })).toBe(true)
})
