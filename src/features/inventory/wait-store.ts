import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm'
import { users } from '#features/accounts/tables.ts'
import { smallestOrder, stockLevels, tools } from '#features/catalogue/tables.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { afterTry, mayTry, mostTries } from '#platform/jobs/one-at-a-time.ts'
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
 * @param only the id of the only one to take.
 */
export async function claimFulfilled(tx: Database, limit: number, at: Date, only?: string): Promise<Fulfilled[]> {
  const found = await findFulfilled(tx, limit, at, only).for('update', { of: stockWaits, skipLocked: true })
  if (found.length > 0) {
    const ids = found.map(({ id }) => id)
    await tx.delete(stockWaits).where(inArray(stockWaits.id, ids))
  }
  return found
}

/** The waits for products that are in stock again, of those that may be tried now, oldest first. */
export const listFulfilled = async (db: Database, limit: number, at: Date): Promise<string[]> =>
  (await findFulfilled(db, limit, at)).map(({ id }) => id)

/** Notes that the buyer could not be told; after the last try nobody waits any more. @returns how often it was tried. */
export function putOffWait(db: Database, id: string, at: Date): Promise<number | undefined> {
  return inTransaction(db, async (tx) => {
    const tried = tx.update(stockWaits).set(afterTry(stockWaits, at)).where(eq(stockWaits.id, id))
    const [row] = await tried.returning({ tries: stockWaits.tellTries })
    if (row && row.tries >= mostTries) await tx.delete(stockWaits).where(eq(stockWaits.id, id))
    return row?.tries
  })
}

function findFulfilled(db: Database, limit: number, at: Date, only?: string) {
  const isOne = only === undefined ? undefined : eq(stockWaits.id, only)
  return db
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
    .where(and(gte(stockLevels.available, smallestOrder), isNull(tools.deletedAt), mayTry(stockWaits, at), isOne))
    .orderBy(asc(stockWaits.id))
    .limit(limit)
}
