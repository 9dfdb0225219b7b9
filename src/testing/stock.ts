import { eq, sql } from 'drizzle-orm'
import { stockLevels } from '#features/catalogue/tables.ts'
import { stockMovements } from '#features/inventory/tables.ts'
import type { Database } from '#platform/db/database.ts'

/** A tool's stock as stored and as the sum of its ledger: always equal. */
export async function stockOf(
  db: Database,
  toolId: string,
): Promise<{ available: number | undefined; ledger: number | undefined }> {
  const [tool] = await db.select().from(stockLevels).where(eq(stockLevels.toolId, toolId))
  const [sum] = await db
    .select({ ledger: sql<number>`coalesce(sum(${stockMovements.quantity}), 0)::int` })
    .from(stockMovements)
    .where(eq(stockMovements.toolId, toolId))
  return { available: tool?.available, ledger: sum?.ledger }
}
