import { asc, eq } from 'drizzle-orm'
import { tools } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import type { StockReason } from './schema.ts'
import { stockMovements } from './tables.ts'

export type OrderMovement = {
  id: string
  at: Date
  toolId: string
  name: string
  quantity: number
  reason: StockReason
}

/** What an order moved in the stock, the oldest first. */
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
