import { eq, sql } from 'drizzle-orm'
import { stockLevels } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { cachedSql } from '#platform/db/query-cache.ts'
import { newId } from '#platform/ids.ts'
import type { StockReason } from './schema.ts'

/** So many pieces of a product: more of them, or with a minus fewer. */
export type StockChange = { toolId: string; quantity: number }
/** Why stock moves: for which order, or by whose hand. */
export type Cause = { reason: StockReason; orderId?: string | undefined; at: Date } & Partial<ByHand>
/** Who of the staff does it, in what words, and by which request. */
type ByHand = { actorId: string | undefined; note: string | undefined; request: Request | undefined }
/** The client's Idempotency-Key, with a hash of what came with it. */
export type Request = { key: string; hash: string }

const value = (name: string) => sql.placeholder(name)

/** The database takes an unknown array to be short, and so looks its rows up; an unknown JSON text it takes to be long. */
const isMoved = sql`level.tool_id = any(string_to_array(${value('ids')}, ',')::uuid[])`

/**
 * The rows are locked in the order of their ids, so that no two who move the same products wait for each other. What is written was
 * computed from the locked rows: the update itself begins with those that the statement saw first, and the table's check would
 * refuse what they had too little for, although somebody gave it back while the lock was waited for. With `orFail` what could not
 * be moved has a row without a quantity, which the ledger refuses.
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
      ${value('note')}::text, ${value('key')}::text, ${value('hash')}::text, ${value('at')}::timestamptz
    from jsonb_to_recordset(${value('changes')}::jsonb) as change (tool_id uuid, movement uuid) left join moved using (tool_id)
    where moved.tool_id is not null or ${value('orFail')}::boolean returning tool_id`)

/**
 * Changes the stock of all these products, each with its row in the ledger, or of none.
 * @param changes each product once, and none by 0.
 * @returns false when there is too little of one; with `orFail` the statement fails then, and the transaction with it.
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
    key: cause.request?.key ?? null,
    hash: cause.request?.hash ?? null,
    at: cause.at.toISOString(),
    orFail,
  })
  return rows.length === changes.length
}

/** A product that has none yet. */
export async function insertLevel(tx: Database, toolId: string): Promise<void> {
  await tx.insert(stockLevels).values({ toolId, available: 0 })
}

/** How many there are, kept from changing until the transaction ends. */
export async function lockLevel(tx: Database, toolId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ available: stockLevels.available })
    .from(stockLevels)
    .where(eq(stockLevels.toolId, toolId))
    .for('update')
  return row?.available
}
