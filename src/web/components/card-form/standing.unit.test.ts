import { expect, test } from 'vitest'
import { standingOf } from './standing.ts'

const unexpected = (status?: string) => ({
  code: 'payment_intent_unexpected_state',
  message: 'You cannot confirm this PaymentIntent because it has a status of canceled.',
  ...(status && { payment_intent: { status } }),
})

test.each([
  ['succeeded', 'succeeded'],
  ['processing', 'processing'],
  ['requires_action', 'challenge'],
  ['requires_payment_method', 'open'],
  ['canceled', 'ended'],
])('a payment that is %s', (status, standing) => {
  expect(standingOf(status)).toEqual({ status: standing })
})

test('a payment that was stopped meanwhile has ended, which is no refusal of the card', () => {
  expect(standingOf(undefined, unexpected('canceled'))).toEqual({ status: 'ended' })
  expect(standingOf(undefined, unexpected())).toEqual({ status: 'ended' })
})

test.each(['succeeded', 'processing'])('a payment that another tab has made meanwhile is %s', (status) => {
  expect(standingOf(undefined, unexpected(status))).toEqual({ status })
})

test('a declined card is refused with the provider’s words', () => {
  const error = { code: 'card_declined', message: 'Declined.', payment_intent: { status: 'requires_payment_method' } }
  expect(standingOf(undefined, error)).toEqual({ status: 'refused', message: 'Declined.' })
  expect(standingOf(undefined, { payment_intent: { status: 'requires_action' } })).toMatchObject({ status: 'refused' })
})
