import { stockOutOfRange } from '#content/messages.ts'
import type { StockStep } from '#features/catalogue/audited.ts'
import type { StockAdjustment, StockKeeping } from '#features/catalogue/service.ts'
import { notNullViolation, sqlState } from '#platform/db/conflict.ts'
import type { Database } from '#platform/db/database.ts'
import { wrongField } from '#shared/errors.ts'
import type { StockReason } from './schema.ts'
import { insertLevel, lockLevel, moveStock, type Cause, type StockChange } from './store.ts'

/**
 * Every change of stock there is, as a step in the transaction of its cause. Each leaves a row in the ledger, whose sum is
 * the stock.
 */

type OrderCause = { orderId: string; at: Date }

/** Takes the stock of an order's lines, each product once. @returns false, with nothing taken, when there is too little of one. */
export function reserve(tx: Database, lines: readonly StockChange[], cause: OrderCause): Promise<boolean> {
  return moveStock(tx, taken(lines), { ...cause, reason: 'order' })
}

/** There was too little of a product when it was to be taken. */
export class StockGone extends Error {}

/** The same, for a transaction that ends with it. @throws StockGone when there is too little of one: all of the transaction is undone. */
export async function reserveOrFail(tx: Database, lines: readonly StockChange[], cause: OrderCause): Promise<void> {
  try {
    await moveStock(tx, taken(lines), { ...cause, reason: 'order' }, true)
  } catch (error) {
    throw sqlState(error) === notNullViolation ? new StockGone() : error
  }
}

const taken = (lines: readonly StockChange[]): StockChange[] =>
  lines.map(({ toolId, quantity }) => ({ toolId, quantity: -quantity }))

/** Gives the stock of an order's lines back. */
export async function release(
  tx: Database,
  lines: readonly StockChange[],
  cause: OrderCause & { reason: Extract<StockReason, 'cancelled' | 'expired' | 'refunded'> },
): Promise<void> {
  await moveStock(tx, lines, cause)
}

/** So many pieces of one product are a typing error. */
const mostPieces = 1_000_000_000

/** What staff do to the stock of a product. */
export const stockKeeping: StockKeeping = {
  async open(tx, toolId, quantity, cause) {
    await insertLevel(tx, toolId)
    if (quantity > 0) await moveStock(tx, [{ toolId, quantity }], { ...cause, reason: 'opening' })
  },

  adjust: (tx, toolId, change, cause) =>
    adjustStock(tx, toolId, { ...change, field: 'stock_change' }, { ...cause, reason: 'correction' }),
}

/**
 * Sets a product's stock, or changes it, whatever was sold meanwhile.
 * @param change `field` is what the sender calls it.
 * @throws Failure 'unprocessable' for less than none.
 */
export async function adjustStock(
  tx: Database,
  toolId: string,
  change: StockAdjustment & { field: string },
  cause: Cause,
): Promise<StockStep> {
  const available = await lockLevel(tx, toolId)
  // mutant(condition → false): every product has a row
  if (available === undefined) throw new Error('a product has no stock level')
  const after = 'to' in change ? change.to : available + change.by
  if (after < 0 || after > mostPieces) throw wrongField(change.field, stockOutOfRange(mostPieces, available))
  const quantity = after - available
  if (quantity !== 0) await moveStock(tx, [{ toolId, quantity }], cause)
  return { from: available, to: after }
}
