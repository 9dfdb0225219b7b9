import { and, asc, eq, gt } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { linesOfList } from './store.ts'
import { savedLists } from './tables.ts'

/** Somebody's lists, with what is in them. */
export async function* readLists(db: Database, { id: userId }: Person) {
  const rows = readAll((after, limit) =>
    db
      .select({ id: savedLists.id, name: savedLists.name })
      .from(savedLists)
      .where(and(eq(savedLists.userId, userId), gt(savedLists.id, after)))
      .orderBy(asc(savedLists.id))
      .limit(limit),
  )
  for await (const { id, name } of rows) {
    const lines = await linesOfList(db, id)
    yield { name, lines: lines.map(({ productName, quantity }) => ({ productName, quantity })) }
  }
}

/** Their lines go with them. */
export async function eraseLists(tx: Database, { id }: Person): Promise<void> {
  await tx.delete(savedLists).where(eq(savedLists.userId, id))
}
