import { z } from 'zod'

/** The kinds of entries that change an account's balance. */
export const creditEntryKinds = ['order', 'payment', 'card', 'credit-note', 'cancelled', 'paid-out'] as const
export type CreditEntryKind = (typeof creditEntryKinds)[number]

/** An account's terms: within how many days it pays, and how much it may owe, in major units. */
export const Terms = z.strictObject({
  netDays: z
    .number({ error: 'Give the days as a number such as 30' })
    .int('Give whole days')
    .min(0, 'Give 0 days or more')
    .max(365, 'Give 365 days or fewer'),
  creditLimit: z
    .number({ error: 'Give an amount such as 5,000' })
    .min(0, 'Give 0 or more')
    .max(1_000_000_000_000, 'Give less'),
})
export type Terms = z.infer<typeof Terms>

/** The state of an account; money in major units. */
export const CreditState = z.object({
  currency: z.string(),
  terms: Terms.nullable().describe('Null where nothing is sold on account.'),
  owed: z.number().describe('What is open of orders on account.'),
  credit: z.number().describe('Money that no order has taken yet.'),
  available: z.number().describe('For how much can still be ordered on account.'),
  dueAt: z.iso.datetime().nullable().describe('By when an order of this moment is paid.'),
})
export type CreditState = z.infer<typeof CreditState>
