import { expect, test } from 'vitest'
import { askedFor, isFiltered, toolsPath } from './tools-path.ts'

test('leaves out of the address what is not asked for', () => {
  expect(toolsPath({})).toBe('/tools')
  expect(toolsPath({ q: '', category: undefined, sort: 'price' })).toBe('/tools?sort=price')
  expect(toolsPath({ q: '600 W & more', min_price: 0 })).toBe('/tools?q=600+W+%26+more&min_price=0')
})

test('reads a form that was sent without script', () => {
  expect(askedFor(new URLSearchParams('q=psu&min_price=&max_price=+&in_stock=true'))).toEqual({
    q: 'psu',
    in_stock: 'true',
  })
})

test('two prices the wrong way round mean what lies between them', () => {
  const asked = (query: string) => askedFor(new URLSearchParams(query))
  expect(asked('min_price=50&max_price=9.5&q=fan')).toEqual({ q: 'fan', min_price: '9.5', max_price: '50' })
  expect(asked('min_price=9.5&max_price=50')).toEqual({ min_price: '9.5', max_price: '50' })
  expect(asked('min_price=50')).toEqual({ min_price: '50' })
  expect(asked('min_price=50&max_price=cheap')).toEqual({ min_price: '50', max_price: 'cheap' })
})

test('prices are understood in any digits, and what is none stays', () => {
  expect(askedFor(new URLSearchParams({ q: '৬০০ w', min_price: '৭.৫০', max_price: '১,২০০' }))).toEqual({
    q: '৬০০ w',
    min_price: '7.5',
    max_price: '1200',
  })
  expect(askedFor(new URLSearchParams({ max_price: '১২টি' }))).toEqual({ max_price: '১২টি' })
})

test('an address and what it asks for are one', () => {
  const shown = { q: 'usb-c charger', category: 'adapters', max_price: '20.5' }
  expect(askedFor(new URL(toolsPath(shown), 'http://localhost').searchParams)).toEqual(shown)
})

test('a list that is only sorted leaves nothing out', () => {
  expect(isFiltered({ sort: 'price', q: '', category: undefined })).toBe(false)
  expect(isFiltered({ q: 'fan' })).toBe(true)
  expect(isFiltered({ min_price: 0 })).toBe(true)
})
