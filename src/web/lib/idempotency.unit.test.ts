import { expect, test } from 'vitest'
import { createAttempts } from './idempotency.ts'

test('the same body keeps its key until it is answered, and another body gets a new one', () => {
  const attempts = createAttempts()
  const keyOf = (orderQuantity: number) => attempts.headerFor({ orderQuantity })['idempotency-key']
  const first = keyOf(20)
  expect(keyOf(20)).toBe(first)
  const second = keyOf(21)
  expect(second).not.toBe(first)
  attempts.done()
  expect(keyOf(21)).not.toBe(second)
  expect(createAttempts().headerFor({ orderQuantity: 20 })['idempotency-key']).not.toBe(first)
})
