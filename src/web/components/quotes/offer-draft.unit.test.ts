import { expect, test } from 'vitest'
import { firstLines, inDays, totalOf } from './offer-draft.ts'

const asked = { toolId: 'a', productName: 'WX', partNumber: 'P', quantity: 20 }

test('an offer begins with what was asked for, at the price that was asked for if there was one', () => {
  expect(firstLines({ lines: [asked], offer: null, price: null })).toEqual([
    { toolId: 'a', productName: 'WX', quantity: '20', unitPrice: '' },
  ])
  expect(firstLines({ lines: [asked], offer: null, price: 84.5 })[0]?.unitPrice).toBe('84.5')
})

test('another offer begins with the one before', () => {
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

test('what can be read of it is summed up, and what is missing makes it no total', () => {
  const line = { toolId: 'a', productName: 'WX', quantity: '1,200', unitPrice: '2.5' }
  expect(totalOf([line, { ...line, quantity: '2' }])).toEqual({ total: 3005, isWhole: true })
  for (const missing of [{ quantity: 'many' }, { quantity: '' }, { unitPrice: '' }])
    expect(totalOf([line, { ...line, ...missing }])).toEqual({ total: 3000, isWhole: false })
})

test('so many days on is a day in Dhaka', () => {
  expect(inDays(new Date('2026-11-24T17:59:00Z'), 14)).toBe('2026-12-08')
  expect(inDays(new Date('2026-11-24T18:00:00Z'), 14)).toBe('2026-12-09')
})
