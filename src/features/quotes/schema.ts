import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { messages, tooLong } from '#content/messages.ts'
import { refusals } from '#content/refusals.ts'
import { Email, PersonName, Phone } from '#features/accounts/schema.ts'
import { mostPieces } from '#features/catalogue/rules.ts'
import { Category, Price } from '#features/catalogue/schema.ts'
import { mostLines, OrderParts, requireEachOnce, Words } from '#features/orders/placing-schema.ts'
import { idWith } from '#shared/id.ts'
import { Day, listQuery } from '#shared/list.ts'
import type { Minor } from '#shared/money.ts'
import { isPlainLine } from '#shared/text.ts'
import { quoteStates } from './rules.ts'

const ProductName = z
  .string({ error: 'Product name is Required' })
  .trim()
  .min(1, 'Product name is Required')
  .max(200, { error: tooLong(200), abort: true })
  .refine(isPlainLine, fieldMessages.hiddenCharacters)
const Quantity = z
  .number({ error: 'Must be a whole number' })
  .max(mostPieces, 'Must be 10,000,000 or less')
  .int('Must be a whole number')
  .min(1, 'Must be 1 or more')
const Message = (most: number) => Words(most).min(1, 'Write something')
const ToolId = idWith(refusals.noSuchTool)

/** Who asks. */
const asker = { name: PersonName, email: Email, phone: Phone }

/** The specification's form on /buyproduct. */
export const QuoteForm = z.strictObject({ ...asker, productName: ProductName, price: Price, quantity: Quantity })
export type QuoteForm = z.infer<typeof QuoteForm>

/** Body of POST /quote: the specification's form, or several products at once; and a note. */
export const NewQuote = z
  .strictObject({
    ...asker,
    productName: ProductName.optional(),
    price: Price.optional(),
    quantity: Quantity.optional(),
    lines: z
      .array(z.strictObject({ toolId: ToolId, quantity: Quantity }))
      .min(1, 'Add at least one product')
      .max(mostLines, `Add ${mostLines} products or fewer`)
      .superRefine((lines, context) => requireEachOnce(lines, context))
      .optional(),
    note: Message(1000).optional(),
  })
  .superRefine((asked, context) => {
    for (const name of ['productName', 'price', 'quantity'] as const) {
      const isThere = asked[name] !== undefined
      const message = QuoteForm.shape[name].safeParse(undefined).error?.issues[0]?.message ?? ''
      if (asked.lines && isThere) {
        context.addIssue({ code: 'custom', path: [name], message: 'Give the lines, or one product, not both' })
      } else if (!asked.lines && !isThere) context.addIssue({ code: 'custom', path: [name], message })
    }
  })
export type NewQuote = z.infer<typeof NewQuote>

const Moment = z.string().max(40, { abort: true }).pipe(z.iso.datetime())

/** Body of POST /quote/{id}/offer. */
export const NewOffer = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        toolId: ToolId,
        quantity: Quantity,
        unitPrice: z.number({ error: messages.priceInvalid }).positive(messages.priceInvalid),
      }),
    )
    .min(1, 'Offer at least one product')
    .max(mostLines, `Offer ${mostLines} products or fewer`)
    .superRefine((lines, context) => requireEachOnce(lines, context)),
  validUntil: Day,
  message: Message(2000).optional(),
  replaces: Moment.nullable()
    .optional()
    .describe(
      'When the offer that this one replaces was made, null for a first offer; 409 if there is another by now.',
    ),
})
export type NewOffer = z.infer<typeof NewOffer>

/** Body of POST /quote/{id}/accept: where the order goes, and how it is paid. */
export const Acceptance = z.strictObject({
  address: OrderParts.shape.address,
  phone: OrderParts.shape.phone,
  country: OrderParts.shape.country,
  purchaseOrderNumber: OrderParts.shape.purchaseOrderNumber,
  note: OrderParts.shape.note,
  payBy: OrderParts.shape.payBy,
  totalAmount: z.number().nonnegative().optional().describe('The total as it was shown; 409 if it is different.'),
  offeredAt: Moment.optional().describe('The offer to accept; 409 if there is another by now.'),
})
export type Acceptance = z.infer<typeof Acceptance>

export const QuoteMessage = z.strictObject({ message: Message(2000) })
/** Body of POST /quote/{id}/decline and /withdraw. */
export const QuoteEnd = z.strictObject({ message: Message(2000).optional() })

export const quoteEventKinds = ['message', 'offered', 'accepted', 'declined', 'expired', 'withdrawn'] as const
export type QuoteEventKind = (typeof quoteEventKinds)[number]

/** What was offered, in minor units, and until when: of an event, since a newer offer replaces the quote's own. */
export type QuoteEventDetails = { total?: Minor; validUntil?: string }

const AskedLine = z.object({
  toolId: z.uuid(),
  productName: z.string(),
  partNumber: z.string(),
  quantity: z.number().int(),
})

const Offer = z.object({
  lines: z.array(AskedLine.extend({ unitPrice: z.number(), total: z.number(), category: Category })),
  total: z.number(),
  offeredAt: z.iso.datetime(),
  validUntil: z.iso.datetime(),
  message: z.string().nullable(),
})

/** A quote on the wire; money in major units. */
export const Quote = z.object({
  _id: z.uuid(),
  number: z.string().describe('The number people use for it, such as WQ-2026-000123.'),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  productName: z.string().describe('With several products, the first and how many more there are.'),
  price: z.number().nullable().describe('Null if several products were asked for.'),
  quantity: z.number().int(),
  lines: z.array(AskedLine).describe('Those of the products that we sell.'),
  note: z.string().nullable(),
  currency: z.string(),
  state: z.enum(quoteStates),
  offer: Offer.nullable(),
  orderId: z.uuid().nullable().describe('The order it became, for those who may see it.'),
  createdAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable().describe('Since when it has not been waiting for staff.'),
  answeredBy: z.string().nullable().describe('The name of whoever on the staff saw to it, if one did; for staff.'),
})
export type Quote = z.infer<typeof Quote>

/** A step of a quote's life, or a message about it. */
export const QuoteEvent = z.object({
  _id: z.uuid(),
  kind: z.enum(quoteEventKinds),
  at: z.iso.datetime(),
  byStaff: z.boolean(),
  by: z.string().nullable().describe('A name, for staff; null for someone without an account, and if it expired.'),
  text: z.string().nullable(),
  total: z.number().optional().describe('Of an offer: what it came to.'),
  validUntil: z.iso.datetime().optional().describe('Of an offer: until when it was valid.'),
})
export type QuoteEvent = z.infer<typeof QuoteEvent>

/** A quote with its events and messages, oldest first. */
export const WholeQuote = Quote.extend({
  isStaff: z.boolean().describe('Whether the reader is staff.'),
  isOwn: z.boolean().describe('Whether it is the reader’s own, so that they can accept an offer.'),
  events: z.array(QuoteEvent),
})
export type WholeQuote = z.infer<typeof WholeQuote>

/** The most messages a quote can have. */
export const mostMessages = 500

export const quoteSorts = ['newest', 'oldest', 'name', '-name', 'quantity', '-quantity'] as const
export type QuoteSort = (typeof quoteSorts)[number]
/** Filters of GET /quote; the day is in the shop's own time zone. */
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
