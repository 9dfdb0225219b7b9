import { eq, sql } from 'drizzle-orm'
import { stockLevels } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { cachedSql } from '#platform/db/query-cache.ts'
import { keyColumns, type KeyedRequest } from '#platform/http/idempotency-key.ts'
import { newId } from '#platform/ids.ts'
import type { StockReason } from './schema.ts'

/** A number of pieces of a product: positive when stock is added, negative when it is taken. */
export type StockChange = { toolId: string; quantity: number }
/** Why stock moves: for which order, or by whom. */
export type Cause = { reason: StockReason; orderId?: string | undefined; at: Date } & Partial<ByHand>
/** The member of staff, their note, and their request. */
type ByHand = { actorId: string | undefined; note: string | undefined; request: KeyedRequest | undefined }

const value = (name: string) => sql.placeholder(name)

/** The planner assumes an unknown array to be short, and looks its rows up; an unknown JSON text it assumes to be long. */
const isMoved = sql`level.tool_id = any(string_to_array(${value('ids')}, ',')::uuid[])`

/**
 * The rows are locked in the order of their ids, so that transactions moving the same products cannot deadlock. The new stock is
 * computed from the locked rows: the update itself starts from the rows as the statement first saw them, and the table's check
 * would refuse one with too little stock even if some was returned while this waited for the lock. With `orFail`, a product that
 * could not be moved gets a row without a quantity, which the ledger refuses.
 */
const movement = cachedSql(sql`
    with held as materialized (
      select level.tool_id, change.quantity, level.available + change.quantity as available
      from jsonb_to_recordset(${value('changes')}::jsonb) as change (tool_id uuid, quantity int)
      join stock_level level on level.tool_id = change.tool_id where ${isMoved}
      order by level.tool_id for update of level
    ), moved as (
      update stock_level level set available = held.available
      from held where level.tool_id = held.tool_id and ${isMoved}
        and (select count(*) filter (where available >= 0) from held) = jsonb_array_length(${value('changes')}::jsonb)
      returning level.tool_id, held.quantity
    )
    insert into stock_movement (id, tool_id, quantity, reason, order_id, actor_id, note, idempotency_key, request_hash, created_at)
    select movement, tool_id, moved.quantity, ${value('reason')}::text, ${value('orderId')}::uuid, ${value('actorId')}::uuid,
      ${value('note')}::text, ${value('idempotencyKey')}::text, ${value('requestHash')}::text, ${value('at')}::timestamptz
    from jsonb_to_recordset(${value('changes')}::jsonb) as change (tool_id uuid, movement uuid) left join moved using (tool_id)
    where moved.tool_id is not null or ${value('orFail')}::boolean returning tool_id`)

/**
 * Changes the stock of all these products, each with a row in the ledger, or of none.
 * @param changes each product once, and none by 0.
 * @returns false when one has too little stock; with `orFail` the statement fails instead, and the transaction with it.
 */
export async function moveStock(
  tx: Database,
  changes: readonly StockChange[],
  cause: Cause,
  orFail = false,
): Promise<boolean> {
  const { rows } = await movement(tx).execute({
    ids: changes.map(({ toolId }) => toolId).join(','),
    changes: JSON.stringify(changes.map(({ toolId, quantity }) => ({ tool_id: toolId, quantity, movement: newId() }))),
    reason: cause.reason,
    orderId: cause.orderId ?? null,
    actorId: cause.actorId ?? null,
    note: cause.note ?? null,
    ...keyColumns(cause.request),
    at: cause.at.toISOString(),
    orFail,
  })
  return rows.length === changes.length
}

/** For a product that has no stock row yet. */
export async function insertLevel(tx: Database, toolId: string): Promise<void> {
  await tx.insert(stockLevels).values({ toolId, available: 0 })
}

/** A product's stock, locked until the transaction ends. */
export async function lockLevel(tx: Database, toolId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ available: stockLevels.available })
    .from(stockLevels)
    .where(eq(stockLevels.toolId, toolId))
    .for('update')
  return row?.available
}
