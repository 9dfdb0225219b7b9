import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { tooLong } from '#content/messages.ts'
import { Email, PersonName, Phone } from '#features/accounts/schema.ts'
import { Price } from '#features/catalogue/schema.ts'
import { Day, listQuery } from '#shared/list.ts'
import { isPlainLine } from '#shared/text.ts'

/** What /buyproduct sends: the specification's form as a request for a quote. */
export const NewQuote = z.strictObject({
  name: PersonName,
  email: Email,
  phone: Phone,
  productName: z
    .string({ error: 'Product name is Required' })
    .trim()
    .min(1, 'Product name is Required')
    .max(200, { error: tooLong(200), abort: true })
    .refine(isPlainLine, fieldMessages.hiddenCharacters),
  price: Price,
  quantity: z
    .number({ error: 'Must be a whole number' })
    .int('Must be a whole number')
    .min(1, 'Must be 1 or more')
    .max(10_000_000),
})
export type NewQuote = z.infer<typeof NewQuote>

/** A quote request on the wire, as admins see it. */
export const Quote = z.object({
  _id: z.uuid(),
  ...NewQuote.shape,
  createdAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable().describe('When staff noted that they had answered it.'),
})
export type Quote = z.infer<typeof Quote>

export const quoteSorts = ['newest', 'oldest', 'name', '-name', 'quantity', '-quantity'] as const
export type QuoteSort = (typeof quoteSorts)[number]
/** What narrows GET /quote; the day is one of the shop's own time zone. */
export const QuoteFilter = z.object({
  q: listQuery.q,
  answered: z.enum(['yes', 'no']).optional(),
  from: Day.optional(),
})
export type QuoteFilter = z.infer<typeof QuoteFilter>
/** Query of GET /quote: without any of it the whole list, newest first. */
export const QuoteQuery = z.object({ ...listQuery, ...QuoteFilter.shape, sort: z.enum(quoteSorts).optional() })
export type QuoteQuery = z.infer<typeof QuoteQuery>

export const QuoteAdded = z.object({ success: z.literal(true), _id: z.uuid() })
