import type { Order } from '#features/orders/schema.ts'
import { planRefund } from '#features/payments/rules.ts'
import type { RefundRequest } from '#features/payments/schema.ts'
import { Failure } from '#shared/errors.ts'
import { minor, stepOf, toMajor, toMinor } from '#shared/money.ts'

type Refundable = Pick<Order, 'totalAmount' | 'refundedAmount' | 'addedTaxAmount' | 'lines' | 'currency'>

/** What would go back for this, in major units; undefined while it cannot. The shop's own rule decides. */
export function refundSum(
  { totalAmount, refundedAmount, addedTaxAmount, lines, currency }: Refundable,
  asked: Pick<RefundRequest, 'amount' | 'lines'>,
): number | undefined {
  const exact = (amount: number) => toMinor(amount, currency) ?? minor(0)
  const amount = asked.amount === undefined ? undefined : toMinor(asked.amount, currency)
  if (asked.amount !== undefined && amount === undefined) return undefined
  const rows = lines.map(({ unitPrice, tax, ...line }) => ({
    ...line,
    unitPrice: exact(unitPrice),
    addedTax: addedTaxAmount > 0 ? exact(tax) : minor(0),
  }))
  const money = { left: minor(exact(totalAmount) - exact(refundedAmount)), step: stepOf(currency) }
  try {
    return toMajor(planRefund({ amount, lines: asked.lines, restock: false }, rows, money).amount, currency)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
