import { and, asc, eq, gt } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import { tools } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { stockWaits } from './tables.ts'

/** The products a person waits for, oldest first. */
export async function* readStockWaits(db: Database, { id: userId }: Person) {
  const rows = readAll((after, limit) =>
    db
      .select({ id: stockWaits.id, toolId: tools.id, productName: tools.name, at: stockWaits.createdAt })
      .from(stockWaits)
      .innerJoin(tools, eq(tools.id, stockWaits.toolId))
      .where(and(eq(stockWaits.userId, userId), gt(stockWaits.id, after)))
      .orderBy(asc(stockWaits.id))
      .limit(limit),
  )
  for await (const { toolId, productName, at } of rows) yield { toolId, productName, createdAt: at.toISOString() }
}

export async function eraseStockWaits(tx: Database, { id }: Person): Promise<void> {
  await tx.delete(stockWaits).where(eq(stockWaits.userId, id))
}
