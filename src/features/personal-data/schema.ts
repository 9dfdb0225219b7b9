import { z } from 'zod'
import { Order } from '#features/orders/schema.ts'
import { Quote, QuoteEvent } from '#features/quotes/schema.ts'

const time = z.iso.datetime()
const place = { address: z.string().nullable(), userAgent: z.string().nullable() }
const Fields = z.record(z.string(), z.unknown()).nullable()

/** The answer of GET /profile/export: everything that the shop stores about a person. */
export const PersonalData = z.object({
  exportedAt: time,
  profile: z.object({
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    role: z.enum(['user', 'admin']),
    signsInWith: z.array(z.string()),
    passkeys: z.array(z.object({ name: z.string(), addedAt: time, usedAt: time.nullable() })),
    createdAt: time,
  }),
  sessions: z.array(z.object({ createdAt: time, expiresAt: time, ...place })),
  orders: z.array(Order),
  account: z.array(z.object({ kind: z.string(), label: z.string(), amount: z.number(), at: time })),
  invoices: z.array(
    z.object({
      kind: z.string(),
      number: z.string(),
      issuedOn: z.string(),
      buyer: z.object({ name: z.string(), email: z.string(), address: z.string() }),
      order: z.string(),
    }),
  ),
  prints: z.array(z.object({ kind: z.string(), orders: z.number().int(), createdAt: time })),
  reviews: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      rating: z.number().int(),
      toolId: z.uuid().nullable(),
      createdAt: time,
      hidden: z.boolean(),
    }),
  ),
  quotes: z.array(
    Quote.omit({ _id: true, answeredAt: true, answeredBy: true }).extend({
      events: z.array(QuoteEvent.omit({ _id: true, by: true })),
    }),
  ),
  addresses: z.array(z.object({ address: z.string(), phone: z.string() })),
  lists: z.array(
    z.object({
      name: z.string(),
      lines: z.array(z.object({ productName: z.string(), quantity: z.number().int() })),
    }),
  ),
  partNumbers: z.array(z.object({ part: z.string(), productName: z.string() })),
  stockWaits: z.array(z.object({ toolId: z.uuid(), productName: z.string(), createdAt: time })),
  cart: z.array(
    z.object({ toolId: z.uuid(), productName: z.string(), quantity: z.number().int(), seenPrice: z.number() }),
  ),
  mails: z.array(z.object({ subject: z.string(), createdAt: time, sentAt: time.nullable() })),
  history: z.array(
    z.object({ at: time, action: z.string(), byYou: z.boolean(), before: Fields, after: Fields, ...place }),
  ),
})
export type PersonalData = z.infer<typeof PersonalData>

/** The body of DELETE /profile: the password of an account that has one. */
export const Erasure = z.strictObject({ password: z.string().max(128).optional() })
export type Erasure = z.infer<typeof Erasure>
