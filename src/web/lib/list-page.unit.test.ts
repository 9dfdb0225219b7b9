import { describe, expect, test } from 'vitest'
import { OrderDeskQuery } from '#features/orders/desk-schema.ts'
import { isNarrowed, listAddress } from './list-page.ts'

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

describe('a list that is narrowed', () => {
  const { sort: _sort, cursor: _cursor, limit: _limit, ...filters } = OrderDeskQuery.shape

  test.each(Object.keys(filters))('is one by %s', (filter) => {
    expect(isNarrowed({ [filter]: 'yes' })).toBe(true)
  })

  test('is not one in another order, on a later page or by an empty search', () => {
    expect(isNarrowed({ sort: 'oldest', cursor: 'abc', limit: 20, q: '', state: undefined })).toBe(false)
  })
})
