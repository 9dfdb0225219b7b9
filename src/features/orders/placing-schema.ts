import { z } from 'zod'
import { cartMessages } from '#content/cart.ts'
import { fieldMessages } from '#content/fields.ts'
import { messages, tooLong } from '#content/messages.ts'
import { Phone } from '#features/accounts/schema.ts'
import { mostPieces } from '#features/catalogue/rules.ts'
import { countries } from '#shared/countries.ts'
import { Id } from '#shared/id.ts'
import { isPlainLine, isXmlText } from '#shared/text.ts'
import { PayBy } from './schema.ts'

/** ISO 3166-1 alpha-2. */
export const Country = z.enum(countries, fieldMessages.countryUnknown)

/** The lines as printed on a parcel, none of them empty. */
const Address = z
  .string({ error: messages.addressRequired })
  .trim()
  .min(1, messages.addressRequired)
  .max(500, { error: tooLong(500), abort: true })
  // After the length check: the time this takes grows with the square of the whitespace.
  .overwrite((text) => text.replaceAll(/\s*\n\s*/g, '\n'))
  .refine(isXmlText, fieldMessages.unprintable)

/** A single line, since it is printed among the details of documents. */
const PurchaseOrderNumber = z
  .string()
  .trim()
  .max(40, { error: tooLong(40), abort: true })
  .refine(isPlainLine, fieldMessages.hiddenCharacters)

/** Multi-line text that can be printed on documents. */
export const Words = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: tooLong(most), abort: true })
    .refine(isXmlText, fieldMessages.unprintable)
const Note = Words(500)

const Quantity = z
  .number({ error: messages.quantityOutOfRange })
  .int(messages.quantityOutOfRange)
  .min(1, messages.quantityOutOfRange)
  .max(mostPieces, messages.quantityOutOfRange)

/** The fields of the purchase form. */
export const PurchaseForm = z.object({
  orderQuantity: Quantity,
  address: Address,
  phone: Phone,
  country: Country.optional(),
  payBy: PayBy.optional(),
})
export type PurchaseForm = z.infer<typeof PurchaseForm>

/** A form field that may be left empty and is then not sent. */
const orNothing = (text: z.ZodString) => text.transform((typed) => typed || undefined).optional()
/** The fields of the form for several products. */
export const DeliveryForm = z.object({
  address: Address,
  phone: Phone,
  country: Country.optional(),
  purchaseOrderNumber: orNothing(PurchaseOrderNumber),
  note: orNothing(Note),
  payBy: PayBy.optional(),
})
export type DeliveryForm = z.infer<typeof DeliveryForm>

/** One product of an order. */
export const OrderLine = z.strictObject({ toolId: Id, quantity: Quantity })
export const mostLines = 100

/** The parts of every order: where it goes, how it is paid, and the buyer's own number and note. */
export const OrderParts = z.strictObject({
  address: Address,
  phone: Phone,
  country: Country.optional().describe('Where it goes, which decides the tax. Without it, the seller’s own country.'),
  purchaseOrderNumber: PurchaseOrderNumber.min(1).optional(),
  note: Note.min(1).optional(),
  payBy: PayBy.optional().describe('`invoice` needs terms and room below the credit limit.'),
})

/** Refuses lines of a product that another line has already. `at` is the path of the lines in what is refined. */
export function requireEachOnce(
  lines: readonly { toolId: string }[],
  context: z.RefinementCtx,
  at: readonly string[] = [],
): void {
  const seen = new Set<string>()
  for (const [n, { toolId }] of lines.entries()) {
    const path = [...at, n, 'toolId']
    if (seen.has(toolId)) context.addIssue({ code: 'custom', path, message: cartMessages.inAnotherLine })
    seen.add(toolId)
  }
}

/** Body of POST /order: the specification's fields, preferably with the product's id; or several lines, each product once. */
export const NewOrder = z
  .strictObject({
    toolId: Id.optional(),
    email: z.string().max(254).optional(),
    name: z.string().max(200).optional(),
    productName: z.string().trim().min(1).max(200).optional(),
    orderQuantity: Quantity.optional(),
    lines: z
      .array(OrderLine)
      .min(1, 'Order at least one product')
      .max(mostLines, `Order ${mostLines} products or fewer at once`)
      .optional(),
    totalAmount: z.number().nonnegative().optional(),
    img: z.string().max(2000).optional(),
    ...OrderParts.shape,
    cartVersion: z
      .number()
      .int()
      .min(1)
      .max(2_000_000_000)
      .optional()
      .describe('The version of the cart to order: what is ordered leaves it. Refused if the cart has changed.'),
  })
  .superRefine(({ lines, toolId, productName, orderQuantity }, context) => {
    const issue = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
    const flat = [toolId, productName, orderQuantity]
    if (!lines && orderQuantity === undefined) issue(['orderQuantity'], messages.quantityOutOfRange)
    if (lines && flat.some((each) => each !== undefined))
      issue(['lines'], 'Give the lines, or one product and its quantity, not both')
    requireEachOnce(lines ?? [], context, ['lines'])
  })
export type NewOrder = z.infer<typeof NewOrder>

/** Body of POST /order/check: lines as they would be ordered, including ones that could not be. */
export const OrderCheck = z.strictObject({
  lines: z
    .array(z.strictObject({ toolId: Id, quantity: z.number().min(0).max(mostPieces) }))
    .max(2000, 'Check 2,000 lines or fewer at once'),
  country: Country.optional(),
})
export type OrderCheck = z.infer<typeof OrderCheck>

export const CheckedLine = z.object({
  toolId: z.uuid(),
  quantity: z.number(),
  ok: z.boolean(),
  code: z.enum(['minimum', 'increment', 'available', 'gone']).optional(),
  message: z.string().optional(),
  suggestion: z.number().int().optional().describe('The nearest quantity that could be ordered.'),
  unitPrice: z.number(),
  total: z.number(),
  nextBreak: z
    .object({ from: z.number().int(), unitPrice: z.number(), saves: z.number() })
    .optional()
    .describe('The quantity from which each piece costs less, and how much that quantity saves.'),
})
export type CheckedLine = z.infer<typeof CheckedLine>

/** The tax in a total: `added` to the lines, or contained in their prices. */
export const CheckedTax = z.object({ name: z.string(), amount: z.number(), added: z.boolean() })

/** Answer of POST /order/check: each line judged, and the total of those that could be ordered. */
export const CheckedOrder = z.object({
  currency: z.string(),
  total: z.number(),
  tax: CheckedTax,
  lines: z.array(CheckedLine),
})
export type CheckedOrder = z.infer<typeof CheckedOrder>
