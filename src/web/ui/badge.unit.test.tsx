import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { orderStates } from '#features/orders/schema.ts'
import { OrderBadge } from './badge.tsx'

const now = new Date('2026-11-22T10:00:00.000Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
const textOf = (order: Partial<Parameters<typeof OrderBadge>[0]['order']>) =>
  renderToStaticMarkup(
    <OrderBadge order={{ state: 'placed', processing: false, heldUntil: inHours(47.9), ...order }} now={now} />,
  ).replaceAll(/<[^>]*>/g, '')

test('an unpaid order says for how many whole hours its stock is still held', () => {
  expect(textOf({})).toBe('Held 47 h')
  expect(textOf({ heldUntil: inHours(48) })).toBe('Held 48 h')
  expect(textOf({ heldUntil: inHours(1) })).toBe('Held 1 h')
  expect(textOf({ heldUntil: inHours(0.9) })).toBe('Held under 1 h')
  expect(textOf({ heldUntil: inHours(-3) })).toBe('Held under 1 h')
})

test('while its payment is processing it says that instead', () => {
  expect(textOf({ processing: true })).toBe('Processing')
})

test('any other state has words of its own', () => {
  const words = orderStates.filter((state) => state !== 'placed').map((state) => textOf({ state }))
  expect(words).toEqual(['paid', 'paid, shipped', 'paid, delivered', 'Cancelled', 'Expired', 'Refunded'])
})
