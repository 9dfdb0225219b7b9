import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { orderStates } from '#features/orders/schema.ts'
import { OrderBadge } from './order-badge.tsx'

const now = new Date('2026-11-22T10:00:00.000Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
const textOf = (order: Partial<Parameters<typeof OrderBadge>[0]['order']>) =>
  renderToStaticMarkup(
    <OrderBadge
      order={{
        state: 'placed',
        processing: false,
        heldUntil: inHours(47.9),
        dueAt: null,
        owedAmount: 0,
        refundedTo: null,
        ...order,
      }}
      now={now}
    />,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .trim()
    .split(/\s{2,}/)
    .join(' | ')

test('an unpaid order shows for how many whole hours its stock is held', () => {
  expect(textOf({})).toBe('Held 47 h')
  expect(textOf({ heldUntil: inHours(48) })).toBe('Held 48 h')
  expect(textOf({ heldUntil: inHours(1) })).toBe('Held 1 h')
  expect(textOf({ heldUntil: inHours(0.9) })).toBe('Held under 1 h')
  expect(textOf({ heldUntil: inHours(-3) })).toBe('Held under 1 h')
})

test('an order whose payment is processing shows that instead', () => {
  expect(textOf({ processing: true })).toBe('Processing')
})

test('every other state has its own words', () => {
  const words = orderStates.filter((state) => state !== 'placed').map((state) => textOf({ state }))
  expect(words).toEqual(['On account', 'paid', 'paid, shipped', 'paid, delivered', 'Cancelled', 'Expired', 'Refunded'])
})

test('an order that has not been sent whole shows what is packed or sent', () => {
  const [sent, unsent] = [{ shipped: 300 }, { shipped: 0 }]
  expect(textOf({ state: 'paid', lines: [unsent], packedAt: null })).toBe('paid')
  expect(textOf({ state: 'paid', packed: true })).toBe('paid | Packed')
  expect(textOf({ state: 'paid', packed: false, partSent: true })).toBe('paid | Part shipped')
  expect(textOf({ state: 'paid', packed: true, partSent: true })).toBe('paid | Part shipped, rest packed')
  expect(textOf({ state: 'paid', lines: [unsent], packedAt: inHours(-1) })).toBe('paid | Packed')
  expect(textOf({ state: 'paid', lines: [unsent, sent], packedAt: null })).toBe('paid | Part shipped')
  expect(textOf({ state: 'confirmed', owedAmount: 10, lines: [sent], packedAt: inHours(-1) })).toBe(
    'On account | Part shipped, rest packed',
  )
  expect(textOf({ state: 'shipped', lines: [sent], packedAt: inHours(-1) })).toBe('paid, shipped')
})

test('an order on account shows whether it is unpaid, and whether it is overdue', () => {
  const order = { state: 'shipped' as const, owedAmount: 10 }
  expect(textOf({ ...order, state: 'confirmed', dueAt: inHours(1) })).toBe('On account')
  expect(textOf({ ...order, dueAt: inHours(1) })).toBe('On account, shipped')
  expect(textOf({ ...order, dueAt: inHours(-1) })).toBe('Overdue, shipped')
  expect(textOf({ ...order, state: 'delivered', dueAt: inHours(-1) })).toBe('Overdue, delivered')
  expect(textOf({ ...order, dueAt: inHours(-1), owedAmount: 0 })).toBe('paid, shipped')
})

test('an order on account says whether its money went to the account, or back to the card that paid it', () => {
  const order = { state: 'refunded' as const, dueAt: inHours(-1) }
  expect(textOf({ ...order, refundedTo: 'account' })).toBe('Credited')
  expect(textOf({ ...order, refundedTo: 'card' })).toBe('Refunded')
})
