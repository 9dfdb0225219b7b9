import { expect, test } from 'vitest'
import { createAttempts } from './idempotency.ts'

test('the same body keeps its key, another body gets another', () => {
  const keyFor = createAttempts()
  const first = keyFor({ orderQuantity: 20 })
  expect(keyFor({ orderQuantity: 20 })).toBe(first)
  expect(keyFor({ orderQuantity: 21 })).not.toBe(first)
  expect(createAttempts()({ orderQuantity: 20 })).not.toBe(first)
})
