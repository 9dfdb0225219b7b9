import { expect, test } from 'vitest'
import { isPaidByCard, receiptWords } from './money-words.ts'

const onAccount = { payBy: 'invoice' as const }

test('an order on account is paid by card only where a card paid it', () => {
  expect(isPaidByCard({ payBy: 'card' }, [])).toBe(true)
  expect(isPaidByCard(onAccount, [])).toBe(false)
  expect(isPaidByCard(onAccount, [{ kind: 'paid', onAccount: true }])).toBe(false)
  expect(isPaidByCard(onAccount, [{ kind: 'placed' }, { kind: 'paid' }])).toBe(true)
})

test('the receipt of money that no card paid names no card', () => {
  expect(Object.values(receiptWords(true)).every((words) => words.includes('card'))).toBe(true)
  expect(Object.values(receiptWords(false)).filter((words) => words.includes('card'))).toEqual([])
})
