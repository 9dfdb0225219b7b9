import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import { orders } from '#features/orders/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { aboutOf, paymentEvents, payments, refunds } from './tables.ts'

/** Empties the handled events of a person's payments: they name the person's e-mail and their bank's country. */
export async function erasePaymentEvents(tx: Database, { id }: Person): Promise<void> {
  const theirs = tx
    .select({ intentId: payments.intentId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(orders.userId, id))
  await tx
    .update(paymentEvents)
    .set({ payload: null })
    .where(
      and(
        isNotNull(paymentEvents.payload),
        isNotNull(paymentEvents.handledAt),
        inArray(aboutOf(paymentEvents), theirs),
      ),
    )
}

/** Replaces the reasons that staff gave for refunds, which may be about the person. A later credit note quotes the replacement. */
export async function eraseRefundReasons(tx: Database, { id }: Person): Promise<void> {
  const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, id))
  await tx.update(refunds).set({ reason: 'Refund' }).where(inArray(refunds.orderId, theirs))
}
