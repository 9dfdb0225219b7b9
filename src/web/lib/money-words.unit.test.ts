import { describe, expect, test } from 'vitest'
import { isPaidByCard, paidOnAccount, receiptSums, receiptWords } from './money-words.ts'

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

describe('a receipt states as paid', () => {
  const order = { payBy: 'invoice' as const, totalAmount: 2500, refundedAmount: 740, currency: 'usd' }
  const paid = (kind: 'part-paid' | 'paid', amount: number) => ({ kind, amount, onAccount: true })

  test('only the money that came, without what was credited before', () => {
    const events = [paid('part-paid', 2), paid('paid', 1858)]
    expect(receiptSums(order, events)).toEqual({ unpaid: 640, paid: 1860, back: 100 })
  })

  test('part payments too, where a credit covered the rest and returned some of them', () => {
    expect(receiptSums({ ...order, refundedAmount: 2000 }, [paid('part-paid', 1000)])).toEqual({
      unpaid: 1500,
      paid: 1000,
      back: 500,
    })
  })

  test('the whole total, where a card paid it', () => {
    const byCard = { unpaid: 0, paid: 2500, back: 740 }
    expect(receiptSums({ ...order, payBy: 'card' }, [])).toEqual(byCard)
    expect(receiptSums(order, [{ kind: 'paid' }])).toEqual(byCard)
  })
})
