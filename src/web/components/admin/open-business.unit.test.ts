import { expect, test } from 'vitest'
import { openWords } from './open-business.tsx'

const settled = { toShip: 0, owed: 0, credit: 0, currency: 'usd' }

test('what is open with a user is said with its figures, and so is that nothing is', () => {
  expect(openWords({ ...settled, toShip: 1, owed: 67_528 })).toBe(
    'Still open: 1 order to ship and $67,528.00 that they owe. The account stays in this list, to settle that.',
  )
  expect(openWords({ ...settled, toShip: 38 })).toContain('38 orders to ship. ')
  expect(openWords({ ...settled, credit: 5 })).toContain('$5.00 of credit that is theirs. ')
  expect(openWords(settled)).toBe('Nothing is left to ship, and nothing is owed.')
})
