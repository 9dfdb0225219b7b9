import { expect, test } from 'vitest'
import { isPaidByCard, paidOnAccount, receiptWords } from './money-words.ts'

const onAccount = { payBy: 'invoice' as const }

test('an order on account counts as paid by card only where a card paid it', () => {
  expect(isPaidByCard({ payBy: 'card' }, [])).toBe(true)
  expect(isPaidByCard(onAccount, [])).toBe(false)
  expect(isPaidByCard(onAccount, [{ kind: 'paid', onAccount: true }])).toBe(false)
  expect(isPaidByCard(onAccount, [{ kind: 'placed' }, { kind: 'paid' }])).toBe(true)
})

test('a receipt for money that no card paid mentions no card', () => {
  expect(Object.values(receiptWords(true)).every((words) => words.includes('card'))).toBe(true)
  expect(Object.values(receiptWords(false)).filter((words) => words.includes('card'))).toEqual([])
})

test('the amount paid on account is the sum of its payments, without those by card', () => {
  const paid = (kind: 'part-paid' | 'paid' | 'placed', amount: number, isOnAccount = true) => {
    return { kind, amount, onAccount: isOnAccount }
  }
  expect(paidOnAccount([], 'usd')).toBe(0)
  expect(paidOnAccount([paid('placed', 9), paid('part-paid', 0.1), paid('paid', 0.2)], 'usd')).toBe(0.3)
  expect(paidOnAccount([paid('part-paid', 100), paid('paid', 50, false)], 'usd')).toBe(100)
})
