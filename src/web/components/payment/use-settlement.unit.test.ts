import { expect, test } from 'vitest'
import { settlementAfter } from './use-settlement.ts'

const open = { state: 'placed', processing: false, owedAmount: 0 } as const
const processing = { state: 'placed', processing: true, owedAmount: 0 } as const

test('a processing payment is followed until the bank has answered', () => {
  expect(settlementAfter('processing', processing)).toBe('processing')
  expect(settlementAfter('succeeded', processing)).toBe('processing')
  expect(settlementAfter('processing', { state: 'paid', processing: false, owedAmount: 0 })).toBe('none')
})

test('a processing payment that brings no money asks for another card', () => {
  expect(settlementAfter('processing', open)).toBe('failed')
})

test('a confirmed card is waited for until the shop knows of it, and never asked for again', () => {
  expect(settlementAfter('succeeded', open)).toBe('succeeded')
})
