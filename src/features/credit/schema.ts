import { z } from 'zod'

/** The kinds of entries that change an account's balance. */
export const creditEntryKinds = ['order', 'payment', 'card', 'credit-note', 'cancelled', 'paid-out'] as const
export type CreditEntryKind = (typeof creditEntryKinds)[number]

/** An account's terms: within how many days it pays, and how much it may owe, in major units. */
export const Terms = z.strictObject({
  netDays: z
    .number({ error: 'Enter a number of days such as 30' })
    .int('Enter whole days')
    .min(0, 'Enter 0 days or more')
    .max(365, 'Enter 365 days or fewer'),
  creditLimit: z
    .number({ error: 'Enter an amount such as 5,000' })
    .min(0, 'Enter 0 or more')
    .max(1_000_000_000_000, 'That is too much'),
})
export type Terms = z.infer<typeof Terms>

/** The state of an account; money in major units. */
export const CreditState = z.object({
  currency: z.string(),
  terms: Terms.nullable().describe('Null if the account cannot buy on account.'),
  owed: z.number().describe('What is still owed for orders on account.'),
  credit: z.number().describe('Money that has not been used for an order yet.'),
  available: z.number().describe('How much can still be ordered on account.'),
  dueAt: z.iso.datetime().nullable().describe('When an order placed now would be due.'),
})
export type CreditState = z.infer<typeof CreditState>
