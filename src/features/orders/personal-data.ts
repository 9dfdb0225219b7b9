import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { erasedEmail, erasedName, type Person } from '#features/accounts/personal-data.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import type { Order } from './schema.ts'
import { refundedTo } from './store.ts'
import { isOwed, orderEvents, orderLines, orders, orderSearch } from './tables.ts'
import { toWire } from './wire.ts'

/** All orders of a person, oldest first, as they see them. */
export async function* readOrders(db: Database, { id }: Person): AsyncGenerator<Order> {
  const rows = readAll((after, limit) => ordersWithLines(db, id, after, limit))
  for await (const row of rows) yield toWire(row)
}

async function ordersWithLines(db: Database, userId: string, after: string, limit: number) {
  const found = await db
    .select({ order: orders, refundedTo })
    .from(orders)
    .where(and(eq(orders.userId, userId), gt(orders.id, after)))
    .orderBy(asc(orders.id))
    .limit(limit)
  const ids = found.map(({ order: { id } }) => id)
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position))
  return found.map((row) => {
    const { id } = row.order
    return { ...row, id, lines: lines.filter(({ orderId }) => orderId === id) }
  })
}

/** Whether the shop owes the person goods, or money for their orders is owed or on its way. */
export async function hasOpenOrder(db: Database, { id }: Person): Promise<boolean> {
  const isOpen = or(
    inArray(orders.state, ['confirmed', 'paid', 'shipped']),
    isOwed(orders),
    and(eq(orders.state, 'placed'), eq(orders.paymentProcessing, true)),
  )
  return (await db.$count(orders, and(eq(orders.userId, id), isOpen))) > 0
}

/** The person's orders that are not paid, and can be cancelled. */
export async function unpaidOrders(db: Database, { id }: Person): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, id), eq(orders.state, 'placed')))
  return rows.map((row) => row.id)
}

/** Removes the person from their orders, which keep their lines, amounts, numbers, dates and the buyer's own order number. */
export async function eraseFromOrders(tx: Database, { id }: Person): Promise<void> {
  await tx
    .update(orders)
    .set({
      email: erasedEmail(id),
      name: erasedName,
      address: '',
      phone: '',
      note: null,
      // The hash is of what the person sent.
      idempotencyKey: null,
      requestHash: null,
    })
    .where(eq(orders.userId, id))
  const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, id))
  // What staff wrote down in their own words may be about the person.
  await tx
    .update(orderEvents)
    .set({ details: sql`${orderEvents.details} - '{note,reason}'::text[]` })
    .where(inArray(orderEvents.orderId, theirs))
  // After the events: words that are being written right now keep theirs locked, so they are there by then.
  await tx.delete(orderSearch).where(inArray(orderSearch.orderId, theirs))
}
