import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { soldColumns, type SoldTool } from '#features/catalogue/store.ts'
import { stockLevels, tools } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { cachedQuery } from '#platform/db/query-cache.ts'
import { cartLines, carts } from './tables.ts'

type LineRow = typeof cartLines.$inferSelect
/** A line of a cart with its product, deleted or not. */
export type CartLineRow = Pick<LineRow, 'toolId' | 'quantity' | 'seenPrice'> & { tool: SoldTool }
export type CartRows = { version: number; lines: CartLineRow[] }

const { toolId, quantity, seenPrice } = cartLines
const { availableQuantity, ...tool } = soldColumns

// In one statement: a cart and its lines of one moment.
const cartOf = cachedQuery((db) =>
  db
    .select({ version: carts.version, line: { toolId, quantity, seenPrice }, tool, availableQuantity })
    .from(carts)
    .leftJoin(cartLines, eq(cartLines.userId, carts.userId))
    .leftJoin(tools, eq(tools.id, cartLines.toolId))
    .leftJoin(stockLevels, eq(stockLevels.toolId, tools.id))
    .where(eq(carts.userId, sql.placeholder('userId')))
    // mutant(without .orderBy()): they are written in it
    .orderBy(asc(cartLines.position))
    .prepare('cart_of'),
)

/** The cart of somebody who never had one is empty, and its version is 0. */
export async function findCart(db: Database, userId: string): Promise<CartRows> {
  const rows = await cartOf(db).execute({ userId })
  return {
    version: rows[0]?.version ?? 0,
    lines: rows.flatMap(({ line, tool: of, availableQuantity: available }) =>
      // mutant(logic): of a line all is there, or nothing
      line && of ? { ...line, tool: { ...of, availableQuantity: available ?? 0 } } : [],
    ),
  }
}

/** What a cart counts and remembers besides its lines. */
type CartHead = Pick<typeof carts.$inferSelect, 'version' | 'requests'>

/** Of a cart that nobody else changes until the transaction ends: whoever does has its owner locked. */
export async function headOf(tx: Database, userId: string): Promise<CartHead> {
  const [head] = await tx
    .select({ version: carts.version, requests: carts.requests })
    .from(carts)
    .where(eq(carts.userId, userId))
  return head ?? { version: 0, requests: [] }
}

export async function writeHead(tx: Database, userId: string, head: CartHead): Promise<void> {
  await tx
    .insert(carts)
    .values({ userId, ...head })
    .onConflictDoUpdate({ target: carts.userId, set: head })
}

export async function replaceLines(
  tx: Database,
  userId: string,
  lines: readonly Omit<LineRow, 'userId' | 'position'>[],
): Promise<void> {
  await tx.delete(cartLines).where(eq(cartLines.userId, userId))
  if (lines.length > 0)
    await tx.insert(cartLines).values(lines.map((line, position) => ({ userId, position, ...line })))
}

export async function deleteLines(tx: Database, userId: string, toolIds: readonly string[]): Promise<void> {
  await tx.delete(cartLines).where(and(eq(cartLines.userId, userId), inArray(cartLines.toolId, [...toolIds])))
}
