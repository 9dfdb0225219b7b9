import { recordAudit, type AuditEntry } from '#platform/audit/record.ts'
import type { Database } from '#platform/db/database.ts'
import type { Actor } from '#shared/actor.ts'
import type { OrderRow } from './store.ts'

/** What staff do with somebody's order. */
type OrderAct =
  | 'order.cancelled'
  | 'order.packed'
  | 'order.shipped'
  | 'order.delivered'
  | 'order.noted'
  | 'order.refunded'

type Act = Pick<AuditEntry, 'at' | 'before' | 'after'> & { actor: Actor }

/** Keeps what staff did with an order, in the transaction that does it. */
export async function recordOrderAct(
  tx: Database,
  action: OrderAct,
  { id, number }: Pick<OrderRow, 'id' | 'number'>,
  { actor, ...act }: Act,
): Promise<void> {
  await recordAudit(tx, { ...act, actor, action, subject: { type: 'order', id, label: number } })
}
