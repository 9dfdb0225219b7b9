import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Reads } from './database.ts'

/**
 * How many rows match, counted no further than `most`: counting a million takes longer than showing their first page.
 * @param by an order that makes the database count along its index, even with a generic plan.
 */
export function countUpTo(
  db: Reads,
  table: PgTable,
  condition: SQL | undefined,
  most: number,
  by: readonly SQL[] = [],
): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(condition)
    .orderBy(...by)
    .limit(most)
    .as('some')
  return db.$count(some)
}
