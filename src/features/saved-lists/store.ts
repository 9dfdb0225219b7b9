import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { tools } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import type { NewList } from './schema.ts'
import { savedListLines, savedLists } from './tables.ts'

type ListRow = typeof savedLists.$inferSelect
const { toolId, quantity } = savedListLines

/** A user's lists, the most recently saved first, with how many products each has. */
export function listsOf(db: Database, userId: string): Promise<(ListRow & { products: number })[]> {
  const products = sql<number>`(select count(*)::int from ${savedListLines} line where line.list_id = ${savedLists}.id)`
  return db
    .select({
      id: savedLists.id,
      userId: savedLists.userId,
      name: savedLists.name,
      savedAt: savedLists.savedAt,
      products,
    })
    .from(savedLists)
    .where(eq(savedLists.userId, userId))
    .orderBy(desc(savedLists.savedAt), desc(savedLists.id))
}

/** Matches a list only for its owner: to others it does not exist. */
const own = (id: string, userId: string) => and(eq(savedLists.id, id), eq(savedLists.userId, userId))

export async function findList(db: Database, id: string, userId: string): Promise<ListRow | undefined> {
  const [row] = await db.select().from(savedLists).where(own(id, userId))
  return row
}

export function linesOfList(db: Database, id: string) {
  return db
    .select({ toolId, quantity, productName: tools.name, partNumber: tools.partNumber })
    .from(savedListLines)
    .innerJoin(tools, eq(tools.id, savedListLines.toolId))
    .where(eq(savedListLines.listId, id))
    .orderBy(asc(savedListLines.position))
}

/** The user's list that has this name already, if any. */
export async function findByName(tx: Database, userId: string, name: string): Promise<ListRow | undefined> {
  const [row] = await tx
    .select()
    .from(savedLists)
    .where(and(eq(savedLists.userId, userId), eq(savedLists.name, name)))
  return row
}

export async function countLists(tx: Database, userId: string): Promise<number> {
  return tx.$count(savedLists, eq(savedLists.userId, userId))
}

/** Inserts or replaces a whole list. */
export async function putList(tx: Database, row: ListRow, lines: NewList['lines']): Promise<void> {
  const { name, savedAt } = row
  await tx.insert(savedLists).values(row).onConflictDoUpdate({ target: savedLists.id, set: { name, savedAt } })
  await tx.delete(savedListLines).where(eq(savedListLines.listId, row.id))
  await tx.insert(savedListLines).values(lines.map((line, position) => ({ listId: row.id, position, ...line })))
}

/** @returns whether it was there. */
export async function deleteList(tx: Database, id: string, userId: string): Promise<boolean> {
  return (await tx.delete(savedLists).where(own(id, userId)).returning({ id: savedLists.id })).length > 0
}
