import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import { orders } from '#features/orders/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { prints } from './tables.ts'

/** The prints of orders that a person asked for. */
export async function* readPrints(db: Database, { id: userId }: Person) {
  const rows = readAll((after, limit) =>
    db
      .select({ id: prints.id, kind: prints.kind, orderIds: prints.orderIds, createdAt: prints.createdAt })
      .from(prints)
      .where(and(eq(prints.userId, userId), gt(prints.id, after)))
      .orderBy(asc(prints.id))
      .limit(limit),
  )
  for await (const { kind, orderIds, createdAt } of rows) {
    yield { kind, orders: orderIds.length, createdAt: createdAt.toISOString() }
  }
}

/** Deletes the prints that they asked for, and every file that names them. */
export async function erasePrints(tx: Database, { id: userId }: Person): Promise<void> {
  const theirs = sql`(select coalesce(array_agg(${orders.id}), '{}') from ${orders} where ${orders.userId} = ${userId})`
  await tx.delete(prints).where(or(eq(prints.userId, userId), sql`${prints.orderIds} && ${theirs}`))
}
