import { expect, test } from 'vitest'
import { firstLines, inDays, totalOf } from './offer-draft.ts'

const asked = { toolId: 'a', productName: 'WX', partNumber: 'P', quantity: 20 }

test('an offer starts with the requested lines, at the requested price if there is one', () => {
  expect(firstLines({ lines: [asked], offer: null, price: null })).toEqual([
    { toolId: 'a', productName: 'WX', quantity: '20', unitPrice: '' },
  ])
  expect(firstLines({ lines: [asked], offer: null, price: 84.5 })[0]?.unitPrice).toBe('84.5')
})

test('a further offer starts with the previous one', () => {
  const offer = {
    lines: [{ ...asked, category: 'cases' as const, quantity: 30, unitPrice: 80, total: 2400 }],
    total: 2400,
    offeredAt: '',
    validUntil: '',
    message: null,
  }
  expect(firstLines({ lines: [asked], offer, price: 84.5 })).toEqual([
    { toolId: 'a', productName: 'WX', quantity: '30', unitPrice: '80' },
  ])
})

test('readable lines are summed, and a missing value makes the total incomplete', () => {
  const line = { toolId: 'a', productName: 'WX', quantity: '1,200', unitPrice: '2.5' }
  expect(totalOf([line, { ...line, quantity: '2' }], 'usd')).toEqual({ total: 3005, isWhole: true })
  for (const missing of [
    { quantity: 'many' },
    { quantity: '2.000' },
    { unitPrice: '2.000' },
    { quantity: '' },
    { unitPrice: '' },
  ])
    expect(totalOf([line, { ...line, ...missing }], 'usd')).toEqual({ total: 3000, isWhole: false })
})

test('a unit price has as many decimals as its currency', () => {
  const line = { toolId: 'a', productName: 'WX', quantity: '10', unitPrice: '2.000' }
  expect(totalOf([line], 'kwd')).toEqual({ total: 20, isWhole: true })
})

test('a number of days from now is counted in Dhaka', () => {
  expect(inDays(new Date('2026-11-24T17:59:00Z'), 14)).toBe('2026-12-08')
  expect(inDays(new Date('2026-11-24T18:00:00Z'), 14)).toBe('2026-12-09')
})
