import { describe, expect, test } from 'vitest'
import { OrderDeskQuery } from '#features/orders/desk-schema.ts'
import { isNarrowed, listAddress, requestedList } from './list-page.ts'

describe('the address of a list', () => {
  test('contains the filters in use, and leaves out empty ones', () => {
    expect(listAddress({ q: 'fan', category: undefined, sort: '' })).toBe('?q=fan')
    expect(listAddress({ q: 'a & b' }, { sort: '-price' })).toBe('?q=a+%26+b&sort=-price')
  })

  test('returns to the first page when anything else changes', () => {
    expect(listAddress({ q: 'fan', cursor: 'abc' }, { sort: 'price' })).toBe('?q=fan&sort=price')
    expect(listAddress({ q: 'fan', cursor: 'abc' }, { cursor: 'def' })).toBe('?q=fan&cursor=def')
  })
})

describe('a list', () => {
  const { sort: _sort, cursor: _cursor, limit: _limit, ...filters } = OrderDeskQuery.shape

  test.each(Object.keys(filters))('is narrowed by %s', (filter) => {
    expect(isNarrowed({ [filter]: 'yes' })).toBe(true)
  })

  test('is not narrowed by its order, a later page or an empty search', () => {
    expect(isNarrowed({ sort: 'oldest', cursor: 'abc', limit: 20, q: '', state: undefined })).toBe(false)
  })
})

describe('the query of a list page', () => {
  const asked = (query: string) =>
    requestedList(OrderDeskQuery, new Request(`http://shop.test/dashboard/orders${query}`))

  test('is parsed, and empty fields are ignored', () => {
    expect(asked('?q=fan&state=&sort=oldest')).toEqual({ q: 'fan', sort: 'oldest' })
  })

  test.each([
    ['?state=x', '/dashboard/orders'],
    ['?q=fan&state=x&from=soon&sort=oldest', '/dashboard/orders?q=fan&sort=oldest'],
  ])('%s leads to the list without what it does not know', (query, to) => {
    let thrown: unknown
    try {
      asked(query)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(Response)
    expect(thrown).toHaveProperty('status', 302)
    expect((thrown as Response).headers.get('location')).toBe(to)
  })
})
