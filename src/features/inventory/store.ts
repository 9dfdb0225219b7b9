import { eq, sql } from 'drizzle-orm'
import { stockLevels } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { cachedSql } from '#platform/db/query-cache.ts'
import { newId } from '#platform/ids.ts'
import type { StockReason } from './tables.ts'

/** So many pieces of a product: more of them, or with a minus fewer. */
export type StockChange = { toolId: string; quantity: number }
/** Why stock moves: for which order, or by whose hand. */
export type Cause = { reason: StockReason; orderId?: string | undefined; actorId?: string | undefined; at: Date }

const value = (name: string) => sql.placeholder(name)

/** The rows are locked in the order of their ids, so that no two who move the same products wait for each other. */
const movement = cachedSql(sql`
    with held as materialized (
      select level.tool_id, change.quantity, change.movement, level.available + change.quantity >= 0 as enough
      from jsonb_to_recordset(${value('changes')}::jsonb) as change (tool_id uuid, quantity int, movement uuid)
      join stock_level level on level.tool_id = change.tool_id
      order by level.tool_id for update of level
    ), moved as (
      update stock_level level set available = level.available + held.quantity
      from held where level.tool_id = held.tool_id
        and (select count(*) filter (where enough) from held) = jsonb_array_length(${value('changes')}::jsonb)
      returning level.tool_id, held.quantity, held.movement
    )
    insert into stock_movement (id, tool_id, quantity, reason, order_id, actor_id, created_at)
    select movement, tool_id, quantity, ${value('reason')}::text, ${value('orderId')}::uuid, ${value('actorId')}::uuid,
      ${value('at')}::timestamptz
    from moved returning tool_id`)

/**
 * Changes the stock of all these products, each with its row in the ledger, or of none.
 * @param changes each product once, and none by 0.
 * @returns false when there is too little of one.
 */
export async function moveStock(tx: Database, changes: readonly StockChange[], cause: Cause): Promise<boolean> {
  const { rows } = await movement(tx).execute({
    changes: JSON.stringify(changes.map(({ toolId, quantity }) => ({ tool_id: toolId, quantity, movement: newId() }))),
    reason: cause.reason,
    orderId: cause.orderId ?? null,
    actorId: cause.actorId ?? null,
    at: cause.at.toISOString(),
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
