import { and, desc, eq, getTableColumns, gt, lte } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { prints } from './tables.ts'

const { content: _content, ...columns } = getTableColumns(prints)
export type PrintRow = Omit<typeof prints.$inferSelect, 'content'>

export async function insertPrint(tx: Database, print: typeof prints.$inferInsert): Promise<void> {
  await tx.insert(prints).values(print)
}

/** A user's prints since then, newest first. */
export const printsOf = (db: Database, userId: string, since: Date): Promise<PrintRow[]> =>
  db
    .select(columns)
    .from(prints)
    .where(and(eq(prints.userId, userId), gt(prints.createdAt, since)))
    .orderBy(desc(prints.id))

/** One of them by its id, only for the user who asked for it. */
export async function findPrint(
  db: Database,
  id: string,
  { userId, since }: { userId: string; since: Date },
): Promise<PrintRow | undefined> {
  const own = and(eq(prints.id, id), eq(prints.userId, userId), gt(prints.createdAt, since))
  const [row] = await db.select(columns).from(prints).where(own)
  return row
}

export async function readContent(db: Database, id: string): Promise<Uint8Array | undefined> {
  const [row] = await db.select({ content: prints.content }).from(prints).where(eq(prints.id, id))
  return row?.content ?? undefined
}

const waiting = (id: string) => and(eq(prints.id, id), eq(prints.state, 'waiting'))

/** A print that is still to be drawn; undefined if it is done, given up or deleted. */
export async function findWaiting(db: Database, id: string): Promise<PrintRow | undefined> {
  const [row] = await db.select(columns).from(prints).where(waiting(id))
  return row
}

/** @returns whether it is still wanted. */
export async function keepProgress(
  db: Database,
  id: string,
  progress: Partial<Pick<typeof prints.$inferSelect, 'state' | 'drawn' | 'content'>>,
): Promise<boolean> {
  return (await db.update(prints).set(progress).where(waiting(id)).returning({ id: prints.id })).length > 0
}

export async function deletePrints(db: Database, until: Date): Promise<void> {
  await db.delete(prints).where(lte(prints.createdAt, until))
}
