import { stockOutOfRange } from '#content/messages.ts'
import type { StockStep } from '#features/catalogue/audited.ts'
import type { StockAdjustment, StockKeeping } from '#features/catalogue/service.ts'
import { notNullViolation, sqlState } from '#platform/db/conflict.ts'
import type { Database } from '#platform/db/database.ts'
import { wrongField } from '#shared/errors.ts'
import type { StockReason } from './schema.ts'
import { insertLevel, lockLevel, moveStock, type Cause, type StockChange } from './store.ts'

/**
 * All changes of stock, each a step in the transaction of its cause. Each leaves a row in the ledger, whose sum is
 * the stock.
 */

type OrderCause = { orderId: string; at: Date }

/** Takes the stock for an order's lines, each product once. @returns false, with nothing taken, when one has too little stock. */
export function reserve(tx: Database, lines: readonly StockChange[], cause: OrderCause): Promise<boolean> {
  return moveStock(tx, taken(lines), { ...cause, reason: 'order' })
}

/** A product had too little stock when it was to be taken. */
export class StockGone extends Error {}

/** The same, for a transaction that must fail with it. @throws StockGone when one has too little stock: all is rolled back. */
export async function reserveOrFail(tx: Database, lines: readonly StockChange[], cause: OrderCause): Promise<void> {
  try {
    await moveStock(tx, taken(lines), { ...cause, reason: 'order' }, true)
  } catch (error) {
    throw sqlState(error) === notNullViolation ? new StockGone() : error
  }
}

const taken = (lines: readonly StockChange[]): StockChange[] =>
  lines.map(({ toolId, quantity }) => ({ toolId, quantity: -quantity }))

/** Returns the stock of an order's lines. */
export async function release(
  tx: Database,
  lines: readonly StockChange[],
  cause: OrderCause & { reason: Extract<StockReason, 'cancelled' | 'expired' | 'refunded'> },
): Promise<void> {
  await moveStock(tx, lines, cause)
}

/** More pieces of one product than this are a typing error. */
const mostPieces = 1_000_000_000

/** What staff do to a product's stock. */
export const stockKeeping: StockKeeping = {
  async open(tx, toolId, quantity, cause) {
    await insertLevel(tx, toolId)
    if (quantity > 0) await moveStock(tx, [{ toolId, quantity }], { ...cause, reason: 'opening' })
  },

  adjust: (tx, toolId, change, cause) =>
    adjustStock(tx, toolId, { ...change, field: 'stock_change' }, { ...cause, reason: 'correction' }),
}

/**
 * Sets or changes a product's stock, whatever was sold meanwhile.
 * @param change `field` is the sender's name for it.
 * @throws Failure 'unprocessable' when the stock would fall below zero or rise too high.
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
