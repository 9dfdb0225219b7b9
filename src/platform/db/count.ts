import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Reads } from './database.ts'

/**
 * How many rows fit, counted no further than `most`: to count a million takes longer than to show their first page.
 * @param by an order has the database count along its index, also by a plan that is made for any condition.
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
