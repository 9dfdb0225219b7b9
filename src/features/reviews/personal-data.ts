import { and, asc, eq, gt } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { reviews } from './tables.ts'

const formerName = 'Former customer'

/** All reviews by a person, oldest first, hidden ones too. */
export async function* readReviews(db: Database, { id }: Person) {
  const rows = readAll((after, limit) =>
    db
      .select()
      .from(reviews)
      .where(and(eq(reviews.userId, id), gt(reviews.id, after)))
      .orderBy(asc(reviews.id))
      .limit(limit),
  )
  for await (const { name, description, rating, toolId, createdAt, hiddenAt } of rows) {
    yield { name, description, rating, toolId, createdAt: createdAt.toISOString(), hidden: hiddenAt !== null }
  }
}

/** Reviews keep their rating and text. */
export async function eraseFromReviews(tx: Database, { id }: Person): Promise<void> {
  await tx.update(reviews).set({ name: formerName }).where(eq(reviews.userId, id))
}
