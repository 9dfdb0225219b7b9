import { asc, eq, sql } from 'drizzle-orm'
import { tools } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import type { StockReason } from './schema.ts'
import type { StockChange } from './store.ts'
import { stockMovements } from './tables.ts'

export type OrderMovement = {
  id: string
  at: Date
  toolId: string
  name: string
  quantity: number
  reason: StockReason
}

/** An order's stock movements, oldest first. */
export function movementsOfOrder(db: Database, orderId: string): Promise<OrderMovement[]> {
  return db
    .select({
      id: stockMovements.id,
      at: stockMovements.createdAt,
      toolId: stockMovements.toolId,
      name: tools.name,
      quantity: stockMovements.quantity,
      reason: stockMovements.reason,
    })
    .from(stockMovements)
    .innerJoin(tools, eq(tools.id, stockMovements.toolId))
    .where(eq(stockMovements.orderId, orderId))
    .orderBy(asc(stockMovements.id))
}

/** What an order holds of each product: what it took, less what came back. */
export async function heldByOrder(tx: Database, orderId: string): Promise<StockChange[]> {
  const held = sql<number>`-sum(${stockMovements.quantity})::int`
  const rows = await tx
    .select({ toolId: stockMovements.toolId, quantity: held })
    .from(stockMovements)
    .where(eq(stockMovements.orderId, orderId))
    .groupBy(stockMovements.toolId)
  return rows.filter(({ quantity }) => quantity > 0)
}
