import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { tooLong } from '#content/messages.ts'
import { Email } from '#features/accounts/schema.ts'
import { creditEntryKinds, CreditState } from '#features/credit/schema.ts'
import { Id } from '#shared/id.ts'
import { Day, pageQuery } from '#shared/list.ts'
import { isPlainLine } from '#shared/text.ts'

/** The most orders that one payment can name. */
const mostOrders = 100

/**
 * Body of POST /payment: money that came otherwise than by card, or, below zero, account credit that was paid back. It pays
 * the named orders first, then those that are due longest; what is left over is credit.
 */
export const NewPayment = z.strictObject({
  email: Email,
  amount: z
    .number({ error: 'Enter an amount such as 84.50, or -84.50 for credit you paid back' })
    .refine((amount) => amount !== 0, 'Enter an amount other than 0'),
  // One line, as it appears in the rows of statements.
  reference: z
    .string()
    .trim()
    .min(1, 'Reference is Required')
    .max(100, { error: tooLong(100), abort: true })
    .refine(isPlainLine, fieldMessages.hiddenCharacters),
  receivedAt: Day,
  orders: z.array(Id).max(mostOrders, `Choose ${mostOrders} orders or fewer`).optional(),
})
export type NewPayment = z.infer<typeof NewPayment>

const Month = z
  .string()
  .max(7, { abort: true })
  .regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, 'Give a month such as 2026-11')

/**
 * Query of GET /statement: by default the current month in the shop's own time zone, and as many entries as a page can have
 * at the most.
 */
export const StatementQuery = z.object({ email: Email, month: Month.optional(), ...pageQuery })
export type StatementQuery = z.infer<typeof StatementQuery>

/** The most entries on a page of a statement: drawing them as paper takes an eighth of a second of the one thread. */
export const mostEntries = 100
/** The most open orders on it. */
export const mostOpen = 500

const StatementEntry = z.object({
  _id: z.uuid(),
  kind: z.enum(creditEntryKinds),
  label: z.string().describe('The order’s number, or the payment’s reference.'),
  orderId: z.uuid().nullable(),
  amount: z.number().describe('Above zero is owed.'),
  balance: z.number().describe('What was owed after it.'),
  at: z.iso.datetime(),
  receivedAt: z.string().nullable().describe('The day the money arrived, according to the bank.'),
})

const OpenOrder = z.object({
  _id: z.uuid(),
  number: z.string(),
  purchaseOrderNumber: z.string().nullable(),
  total: z.number(),
  owed: z.number(),
  dueAt: z.iso.datetime(),
  isOverdue: z.boolean(),
})

/** An account’s monthly statement; money in major units, moments in UTC. */
export const Statement = CreditState.extend({
  email: z.string(),
  name: z.string(),
  month: z.string(),
  opening: z.number(),
  closing: z.number(),
  before: z.number().describe('What was owed before the first of these entries.'),
  entries: z.array(StatementEntry),
  nextCursor: z.string().optional().describe('Where the month continues; missing on its last page.'),
  open: z.array(OpenOrder).describe(`What is open now, longest due first, ${mostOpen} at most.`),
  openCount: z.number().int().describe('How many orders are open.'),
  overdue: z.number().describe('How much of it is overdue.'),
})
export type Statement = z.infer<typeof Statement>

/** What is still open with a user: what staff should know before they end the account. */
export const OpenBusiness = CreditState.pick({ currency: true, owed: true, credit: true }).extend({
  toShip: z.number().int().describe('Orders that are paid, or on account, but not sent.'),
})
export type OpenBusiness = z.infer<typeof OpenBusiness>
