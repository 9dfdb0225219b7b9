import { expect, test } from 'vitest'
import type { Disagreement } from '#features/payments/schema.ts'
import { disagreementWords } from './disagreement-words.ts'

const dispute: Disagreement = {
  kind: 'dispute-open',
  id: 'dp_1',
  orderId: null,
  orderNumber: null,
  amount: 84.5,
  expected: null,
  currency: 'usd',
  since: '2031-11-28T14:16:00.000Z',
  detail: 'product_not_received',
  dueBy: '2031-12-05T23:59:59.000Z',
  action: 'answer-dispute',
  link: null,
}

test('a dispute gives its deadline to the minute, in the time of Dhaka', () => {
  const said = disagreementWords['dispute-open'].says(dispute)
  expect(said).toContain('(product not received): answer by 6 Dec 2031, 05:59')
})
