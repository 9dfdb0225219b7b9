import { refusedLines } from '#content/cart.ts'
import { refusals } from '#content/refusals.ts'
import { manyHeld, messages } from '#content/messages.ts'
import type { SoldTool } from '#features/catalogue/store.ts'
import {
  isBetweenSteps,
  nearestQuantity,
  priceLine,
  quantityProblem,
  totalAt,
  type Offer,
} from '#features/pricing/rules.ts'
import { taxedTotal, taxRateOf, type TaxRules } from '#features/pricing/tax.ts'
import { largestCharge } from '#shared/card-amount.ts'
import { Failure, wrongField, type FieldError } from '#shared/errors.ts'
import { formatMoney, minor, toMajor, toMinor, type Minor } from '#shared/money.ts'
import { mostHeld, quantityMessage, type OrderLimits } from './rules.ts'
import type { NewOrder } from './placing-schema.ts'
import type { OrderedTool } from './store.ts'

/** A line of an order that can be placed. Money in minor units. */
export type AcceptedLine = {
  toolId: string
  productName: string
  partNumber: string
  img: string
  quantity: number
  unitPrice: Minor
  total: Minor
  /** Basis points. */
  taxRate: number
}

/** The terms an order is decided by. */
export type OrderTerms = {
  limits: OrderLimits
  /** For products with an agreed price, the stock is the only limit on the quantity. */
  agreed: AgreedPrices | undefined
  tax: TaxRules
}

/** The price and quantity rules of a product's row. */
export const offerOf = ({ price, priceBreaks, minimumOrderQuantity, orderIncrement }: SoldTool): Offer => ({
  price,
  priceBreaks,
  minimum: minimumOrderQuantity,
  increment: orderIncrement,
})

/**
 * Decides which lines an order gets and what they cost.
 * @param tools the ordered products that are for sale.
 * @throws Failure 'unprocessable', naming every line that cannot be ordered. For an order in the specification's single-line
 * form the message is the specification's own, and a missing product is 'not-found'.
 */
export function decideLines(input: NewOrder, tools: readonly OrderedTool[], terms: OrderTerms): AcceptedLine[] {
  if (!input.lines) return [decideOnlyLine(input, tools[0], terms)]
  const byId = new Map(tools.map((tool) => [tool.id, tool]))
  const decided = input.lines.map((line) => decide(line.quantity, byId.get(line.toolId), terms, input.country))
  const errors = decided.flatMap((line, n) => ('message' in line ? { ...line, path: `lines.${n}.${line.path}` } : []))
  if (errors.length > 0) throw new Failure('unprocessable', refusedLines(errors.length), { errors })
  return decided.flatMap((line) => ('message' in line ? [] : line))
}

/** Agreed unit prices by product id, which replace the usual ones; in minor units. */
export type AgreedPrices = ReadonlyMap<string, Minor>

function decide(
  quantity: number,
  tool: OrderedTool | undefined,
  { limits, agreed: prices, tax }: OrderTerms,
  country: string | undefined,
): AcceptedLine | FieldError {
  if (!tool) return { path: 'toolId', message: refusals.noSuchTool, code: 'gone' }
  const agreed = prices?.get(tool.id)
  const offer = offerOf(tool)
  const code = problemOf(quantity, offer, tool.availableQuantity, agreed !== undefined)
  if (code) return { path: 'quantity', message: quantityMessage(code, offer, tool.availableQuantity), code }
  const tooMuch = holdingProblem(quantity, tool, limits)
  if (tooMuch) return tooMuch
  const { id: toolId, name: productName, partNumber, img } = tool
  const price =
    agreed === undefined ? priceLine(quantity, offer) : { unitPrice: agreed, total: totalAt(quantity, agreed) }
  return { toolId, productName, partNumber, img, quantity, ...price, taxRate: taxRateOf(tax, tool.category, country) }
}

/** Where a price was agreed, so was the quantity: the product's own minimum and increment do not apply. */
const problemOf = (quantity: number, offer: Offer, available: number, isAgreed: boolean) =>
  quantityProblem(quantity, isAgreed ? { minimum: 1, increment: 1 } : offer, available)

function holdingProblem(quantity: number, tool: OrderedTool, { heldShare }: OrderLimits): FieldError | undefined {
  const { held, availableQuantity: available } = tool
  const offer = offerOf(tool)
  const most = mostHeld(offer, { available, held }, heldShare)
  if (held + quantity <= most) return undefined
  const left = nearestQuantity(quantity, offer, Math.min(most - held, available))
  const message = manyHeld({ most, held, left })
  return { path: 'quantity', message, code: 'held', ...(left !== undefined && { suggestion: left }) }
}

function decideOnlyLine(
  { toolId, productName, orderQuantity = 0, country }: NewOrder,
  tool: OrderedTool | undefined,
  terms: OrderTerms,
): AcceptedLine {
  if (!toolId && !productName) throw wrongField('toolId', 'Say which product: give its toolId or its productName.')
  if (!tool) throw new Failure('not-found', refusals.noSuchTool)
  const line = decide(orderQuantity, tool, terms, country)
  if (!('message' in line)) return line
  // The specification's message names the minimum and the stock, so it is wrong for a quantity within both.
  const isWithin = line.code === 'held' || isBetweenSteps(orderQuantity, offerOf(tool), tool.availableQuantity)
  throw wrongField('orderQuantity', isWithin ? line.message : messages.quantityOutOfRange)
}

/** The cost of lines, each with its tax, in minor units. */
export type OrderCost = { lines: (AcceptedLine & { tax: Minor })[]; addedTax: Minor; total: Minor }

/** The total cost of accepted lines. */
export function costOf(accepted: readonly AcceptedLine[], rules: TaxRules, currency: string): OrderCost {
  const taxable = accepted.map(({ total, taxRate: rate }) => ({ total, rate }))
  const { taxes, tax, total } = taxedTotal(taxable, rules, currency)
  const lines = accepted.map((line, n) => ({ ...line, tax: taxes[n] ?? minor(0) }))
  return { lines, addedTax: minor(rules.prices === 'exclusive' ? tax : 0), total }
}

/**
 * Refuses a total that cannot be ordered.
 * @param asked includes the total the buyer was shown, if any, in major units.
 * @throws Failure 'unprocessable' for more than one card payment can carry, 'conflict' when it is not what the buyer was shown
 * (with the new `totalAmount` and, for a single line, its `unitPrice`).
 */
export function requireTotal(
  { lines, total }: OrderCost,
  asked: Pick<NewOrder, 'totalAmount' | 'payBy'>,
  currency: string,
): void {
  const { totalAmount: expected, payBy } = asked
  const carried = largestCharge(currency)
  if (total > carried && payBy !== 'invoice') {
    const most = formatMoney(toMajor(carried, currency), currency)
    const path = lines.length > 1 ? 'lines' : 'orderQuantity'
    throw wrongField(path, `A card payment can be ${most} at most. Order less, or ask for a quote.`)
  }
  if (expected === undefined || toMinor(expected, currency) === total) return
  const totalAmount = toMajor(total, currency)
  const [only, ...others] = lines
  const extra: Failure['extra'] = { totalAmount }
  if (only && others.length === 0) extra['unitPrice'] = toMajor(only.unitPrice, currency)
  const message = `The price has changed: the total is now ${formatMoney(totalAmount, currency)}.`
  throw new Failure('conflict', message, {
    errors: [{ path: 'totalAmount', message, code: 'price' }],
    extra,
  })
}
