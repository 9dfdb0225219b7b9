import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import { orders } from '#features/orders/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { isInvoiced } from './rules.ts'
import { invoices } from './tables.ts'

/**
 * The invoices and credit notes issued to a person. They are kept when the account is erased, as books have to be
 * (Regulation (EU) 2016/679, article 17, 3 b).
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

/** A person's orders whose invoice is still to be issued: it names the buyer, so it is issued before the person is erased. */
export async function uninvoicedOrders(db: Database, { id: userId }: Person): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id, state: orders.state, paidAt: orders.paidAt, payBy: orders.payBy })
    .from(orders)
    .leftJoin(invoices, and(eq(invoices.orderId, orders.id), eq(invoices.kind, 'invoice')))
    .where(and(eq(orders.userId, userId), isNull(invoices.id)))
  return rows.filter(isInvoiced).map(({ id }) => id)
}
