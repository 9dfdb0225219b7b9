import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalAddress } from './key.ts'

const of = (address: string) => canonicalAddress(new URL(address, 'http://shop.test'), ['q', 'limit'])

test.each([
  ['/tools', '/tools'],
  ['/tools?', '/tools'],
  ['/tools?utm_source=mail', '/tools'],
  ['/tools?x=1&q=fan&y=2&limit=6', '/tools?q=fan&limit=6'],
  ['/tools?limit=6&q=fan', '/tools?limit=6&q=fan'],
  ['/tools?q=a&q=b', '/tools?q=a&q=b'],
  ['/tools?%71=fan&q%5B%5D=1', '/tools?%71=fan'],
  ['/tools?q', '/tools?q'],
  ['/tools?&&=&q=', '/tools?q='],
  ['/tools?xq=1&Q=2', '/tools'],
  ['/tools??q=1&?q=2', '/tools'],
])('%s has the canonical address %s', (address, expected) => {
  expect(of(address)).toBe(expected)
})

test('a route reads the same from the canonical address as from the original', () => {
  const names = fc.constantFrom('q', 'limit', 'utm', 'constructor', 'Q', '')
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.string())), (pairs) => {
      const address = new URL(`/tools?${new URLSearchParams(pairs)}`, 'http://shop.test')
      const read = (url: URL) => ['q', 'limit'].map((name) => url.searchParams.getAll(name))
      const canonical = new URL(canonicalAddress(address, ['q', 'limit']), 'http://shop.test')
      expect(read(canonical)).toEqual(read(address))
      expect([...canonical.searchParams.keys()].every((name) => name === 'q' || name === 'limit')).toBe(true)
    }),
  )
})

test('a route reads the same, however the query is written', () => {
  const pieces = fc.array(fc.constantFrom('&', '=', 'q', '%71', '%', '%zz', '+', '?', 'limit', '%26', '%3D', '/'))
  fc.assert(
    fc.property(pieces, (written) => {
      const address = new URL(`/tools?${written.join('')}`, 'http://shop.test')
      const read = (url: URL) => ['q', 'limit'].map((name) => url.searchParams.getAll(name))
      expect(read(new URL(of(address.href), 'http://shop.test'))).toEqual(read(address))
    }),
    { numRuns: 1_000 },
  )
})
