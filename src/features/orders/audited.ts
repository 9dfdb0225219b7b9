import { recordAudit, type AuditEntry } from '#platform/audit/record.ts'
import type { Database } from '#platform/db/database.ts'
import type { Actor } from '#shared/actor.ts'
import type { OrderRow } from './store.ts'

/** Staff actions on a buyer's order. */
type OrderAct =
  | 'order.cancelled'
  | 'order.packed'
  | 'order.shipped'
  | 'order.delivered'
  | 'order.noted'
  | 'order.refunded'

type Act = Pick<AuditEntry, 'at' | 'before' | 'after'> & { actor: Actor }

/** Writes a staff action on an order to the audit log, in the transaction of that action. */
export async function recordOrderAct(
  tx: Database,
  action: OrderAct,
  { id, number }: Pick<OrderRow, 'id' | 'number'>,
  { actor, ...act }: Act,
): Promise<void> {
  await recordAudit(tx, { ...act, actor, action, subject: { type: 'order', id, label: number } })
}
