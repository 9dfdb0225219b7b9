import { and, asc, eq, gt } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import { orders } from '#features/orders/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { invoices } from './tables.ts'

/**
 * What was issued to somebody, as it was issued. It is kept when the account is erased: books have to be (Regulation (EU) 2016/679,
 * article 17, 3 b).
 */
export async function* readInvoices(db: Database, { id: userId }: Person) {
  const rows = readAll((after, limit) =>
    db
      .select({ id: invoices.id, document: invoices.document })
      .from(invoices)
      .innerJoin(orders, eq(orders.id, invoices.orderId))
      .where(and(eq(orders.userId, userId), gt(invoices.id, after)))
      .orderBy(asc(invoices.id))
      .limit(limit),
  )
  for await (const { document } of rows) {
    const { kind, number, issuedOn, buyer, order } = document
    yield { kind, number, issuedOn, buyer, order: order.number }
  }
}
