import { and, asc, eq, gt } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import { tools } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { buyerParts } from './tables.ts'

/** A person's own part numbers, with the products they mean by them. */
export async function* readOwnParts(db: Database, { id: userId }: Person) {
  const rows = readAll((after, limit) =>
    db
      .select({ id: buyerParts.id, part: buyerParts.part, productName: tools.name })
      .from(buyerParts)
      .innerJoin(tools, eq(tools.id, buyerParts.toolId))
      .where(and(eq(buyerParts.userId, userId), gt(buyerParts.id, after)))
      .orderBy(asc(buyerParts.id))
      .limit(limit),
  )
  for await (const { id: _id, ...own } of rows) yield own
}

export async function eraseOwnParts(tx: Database, { id }: Person): Promise<void> {
  await tx.delete(buyerParts).where(eq(buyerParts.userId, id))
}
