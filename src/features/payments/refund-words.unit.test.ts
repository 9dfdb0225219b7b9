import { expect, test } from 'vitest'
import { RefundRequest } from './schema.ts'

const pieces = 'Must be a whole number, 1 or more'

test.each([
  [{ amount: Number.NaN }, 'Enter an amount such as 84.50'],
  [{ amount: 0 }, 'Enter an amount above zero'],
  [{ amount: -1 }, 'Enter an amount above zero'],
  [{ lines: [] }, 'Choose at least one piece'],
  [{ lines: [{ position: 1, quantity: Number.NaN }] }, pieces],
  [{ lines: [{ position: 1, quantity: 1.5 }] }, pieces],
  [{ lines: [{ position: 1, quantity: -1 }] }, pieces],
])('an invalid refund is refused with a readable message: %j', (asked, message) => {
  const { error } = RefundRequest.safeParse({ ...asked, reason: 'Broken', restock: false })
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})
