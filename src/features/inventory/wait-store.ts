import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm'
import { users } from '#features/accounts/tables.ts'
import { smallestOrder, stockLevels, tools } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { stockWaits } from './tables.ts'

const of = (userId: string, toolId: string) => and(eq(stockWaits.userId, userId), eq(stockWaits.toolId, toolId))

export const isWaiting = async (db: Database, userId: string, toolId: string): Promise<boolean> =>
  (await db.$count(stockWaits, of(userId, toolId))) > 0

export const countWaits = (db: Database, userId: string): Promise<number> =>
  db.$count(stockWaits, eq(stockWaits.userId, userId))

export async function insertWait(tx: Database, userId: string, toolId: string, at: Date): Promise<void> {
  await tx.insert(stockWaits).values({ id: newId(), userId, toolId, createdAt: at })
}

export async function deleteWait(tx: Database, userId: string, toolId: string): Promise<void> {
  await tx.delete(stockWaits).where(of(userId, toolId))
}

/** Somebody who waited for a product that is in stock again. */
export type Fulfilled = Awaited<ReturnType<typeof findFulfilled>>[number]

/**
 * Takes the oldest waits for products that are in stock again, and deletes their rows in the transaction. Rows that another
 * process is handling just now are left to it.
 */
export async function claimFulfilled(tx: Database, limit: number): Promise<Fulfilled[]> {
  const found = await findFulfilled(tx, limit)
  if (found.length > 0) {
    const ids = found.map(({ id }) => id)
    await tx.delete(stockWaits).where(inArray(stockWaits.id, ids))
  }
  return found
}

function findFulfilled(tx: Database, limit: number) {
  return tx
    .select({
      id: stockWaits.id,
      toolId: tools.id,
      productName: tools.name,
      partNumber: tools.partNumber,
      available: stockLevels.available,
      minimum: tools.minimumOrderQuantity,
      increment: tools.orderIncrement,
      email: users.email,
      name: users.name,
      removedAt: users.removedAt,
    })
    .from(stockWaits)
    .innerJoin(tools, eq(tools.id, stockWaits.toolId))
    .innerJoin(stockLevels, eq(stockLevels.toolId, tools.id))
    .innerJoin(users, eq(users.id, stockWaits.userId))
    .where(and(gte(stockLevels.available, smallestOrder), isNull(tools.deletedAt)))
    .orderBy(asc(stockWaits.id))
    .limit(limit)
    .for('update', { of: stockWaits, skipLocked: true })
}
