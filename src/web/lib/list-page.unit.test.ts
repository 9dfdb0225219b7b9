import { describe, expect, test } from 'vitest'
import { listAddress } from './list-page.ts'

describe('the address of a list', () => {
  test('says what is shown and leaves out what is not', () => {
    expect(listAddress({ q: 'fan', category: undefined, sort: '' })).toBe('?q=fan')
    expect(listAddress({ q: 'a & b' }, { sort: '-price' })).toBe('?q=a+%26+b&sort=-price')
  })

  test('starts again when anything else is asked for', () => {
    expect(listAddress({ q: 'fan', cursor: 'abc' }, { sort: 'price' })).toBe('?q=fan&sort=price')
    expect(listAddress({ q: 'fan', cursor: 'abc' }, { cursor: 'def' })).toBe('?q=fan&cursor=def')
  })
})
