import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import { users } from '#features/accounts/tables.ts'
import { stockLevels } from '#features/catalogue/tables.ts'
import { decodeCursor } from '#platform/db/cursor.ts'
import { countUpTo } from '#platform/db/count.ts'
import type { Database, Reads } from '#platform/db/database.ts'
import { readPage, type SortOrder } from '#platform/db/keyset.ts'
import { Failure } from '#shared/errors.ts'
import type { Page, PageQuery } from '#shared/list.ts'
import { mostCounted, stockAfterEach } from './rules.ts'
import { stockMovements } from './tables.ts'

const columns = {
  id: stockMovements.id,
  at: stockMovements.createdAt,
  quantity: stockMovements.quantity,
  reason: stockMovements.reason,
  note: stockMovements.note,
  orderId: stockMovements.orderId,
  who: users.name,
  /** The product's current stock, read in the same statement as the rows. */
  level: stockLevels.available,
}

export type MovementRow = Omit<Awaited<ReturnType<typeof readRows>>[number], 'level'> & {
  /** The stock after this movement. */
  available: number
}

const newest = desc(stockMovements.id)
const stockKey = /^-?\d{1,10}$/

/** Newest first. A page's cursor carries the stock before its last row, so that the next page need not sum what came after. */
const newestFirst: SortOrder<MovementRow> = {
  by: [newest],
  positionOf: ({ id, available, quantity }) => ({ key: String(available - quantity), id }),
  after({ key, id }) {
    if (!stockKey.test(key)) throw new Failure('bad-request', 'This cursor is not valid: start again without it.')
    return sql`${stockMovements.id} < ${id}::uuid`
  },
}

/** A page of a product's movements. `total` stops at `mostCounted` + 1. @throws Failure 'bad-request' for a foreign cursor. */
export async function listMovements(
  db: Reads,
  toolId: string,
  page: PageQuery & { limit: number },
): Promise<Page<MovementRow>> {
  const carried = page.cursor ? Number(decodeCursor(page.cursor).key) : undefined
  const reading = readPage(newestFirst, page, async ({ after, limit = page.limit }) => {
    const rows = await readRows(db, toolId, after, limit)
    const stock = stockAfterEach(carried ?? rows[0]?.level ?? 0, rows)
    return rows.map(({ level: _level, ...row }, index) => ({ ...row, available: stock[index] ?? 0 }))
  })
  const [{ rows, nextCursor }, total] = await Promise.all([
    reading,
    countUpTo(db, stockMovements, eq(stockMovements.toolId, toolId), mostCounted + 1),
  ])
  return { items: rows, total, nextCursor }
}

function readRows(db: Reads, toolId: string, after: SQL | undefined, limit: number) {
  return db
    .select(columns)
    .from(stockMovements)
    .innerJoin(stockLevels, eq(stockLevels.toolId, stockMovements.toolId))
    .leftJoin(users, eq(users.id, stockMovements.actorId))
    .where(and(eq(stockMovements.toolId, toolId), after))
    .orderBy(newest)
    .limit(limit)
}

/** The hash of the actor's earlier request with this key. */
export async function findRequest(
  tx: Database,
  actorId: string,
  key: string,
): Promise<{ hash: string | null } | undefined> {
  const [row] = await tx
    .select({ hash: stockMovements.requestHash })
    .from(stockMovements)
    .where(and(eq(stockMovements.actorId, actorId), eq(stockMovements.idempotencyKey, key)))
  return row
}
