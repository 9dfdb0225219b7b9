import { and, desc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { byColumn, byId, readPage, type Order } from '#platform/db/keyset.ts'
import type { Category, ToolQuery, ToolSort } from './schema.ts'
import { stockMovements, tools, type StockReason } from './tables.ts'

export type ToolRow = typeof tools.$inferSelect
type NewToolRow = Omit<typeof tools.$inferInsert, 'version' | 'deletedAt'>

type Filter = { words: string | undefined; category: Category | undefined }

const listed = isNull(tools.deletedAt)

/** A page of the tools that are for sale. @throws Failure 'malformed' for a foreign cursor. */
export function listTools(
  db: Database,
  { q: words, category, sort = 'newest', ...page }: ToolQuery,
): Promise<{ rows: ToolRow[]; nextCursor: string | undefined }> {
  return readPage(orders[sort], page, ({ by, after, limit }) => {
    const rows = db
      .select()
      .from(tools)
      .where(and(matching({ words, category }), after))
      .orderBy(...by)
    return limit ? rows.limit(limit) : rows
  })
}

export async function countTools(db: Database, filter: Filter): Promise<number> {
  return db.$count(tools, matching(filter))
}

export async function countByCategory(db: Database): Promise<{ category: Category; count: number }[]> {
  return db
    .select({ category: tools.category, count: sql<number>`count(*)::int` })
    .from(tools)
    .where(listed)
    .groupBy(tools.category)
}

export async function findTool(db: Database, id: string): Promise<ToolRow | undefined> {
  const [row] = await db.select().from(tools).where(and(eq(tools.id, id), listed))
  return row
}

/** The tool, kept from changing until the transaction ends. */
export async function lockTool(tx: Database, id: string): Promise<ToolRow | undefined> {
  const [row] = await tx.select().from(tools).where(and(eq(tools.id, id), listed)).for('update')
  return row
}

/** The newest tool of that name, for callers that only know the name. */
export async function findToolByName(db: Database, name: string): Promise<ToolRow | undefined> {
  const [row] = await db.select().from(tools).where(and(eq(tools.name, name), listed)).orderBy(desc(tools.id)).limit(1)
  return row
}

export async function insertTool(db: Database, row: NewToolRow): Promise<ToolRow> {
  const [tool] = await db.insert(tools).values(row).returning()
  if (!tool) throw new Error('insert returned no row')
  return tool
}

/** Changes a tool if it still has `version`; undefined when it has not, or is gone. */
export async function updateTool(
  db: Database,
  id: string,
  version: number,
  change: Partial<NewToolRow>,
): Promise<ToolRow | undefined> {
  const [tool] = await db
    .update(tools)
    .set({ ...change, version: sql`${tools.version} + 1` })
    .where(and(eq(tools.id, id), eq(tools.version, version), listed))
    .returning()
  return tool
}

/** Takes a tool out of all lists. Answers whether it was there. */
export async function deleteTool(db: Database, id: string, at: Date): Promise<boolean> {
  const rows = await db.update(tools).set({ deletedAt: at }).where(and(eq(tools.id, id), listed)).returning({ id: tools.id })
  return rows.length > 0
}

/** Puts a deleted tool back into the lists; undefined when it is not deleted, or never was. */
export async function restoreTool(db: Database, id: string): Promise<ToolRow | undefined> {
  const [tool] = await db
    .update(tools)
    .set({ deletedAt: null, version: sql`${tools.version} + 1` })
    .where(and(eq(tools.id, id), isNotNull(tools.deletedAt)))
    .returning()
  return tool
}

export async function recordMovement(
  db: Database,
  movement: { toolId: string; quantity: number; reason: StockReason; orderId?: string },
): Promise<void> {
  if (movement.quantity !== 0) await db.insert(stockMovements).values(movement)
}

function matching({ words, category }: Filter): SQL | undefined {
  const pattern = words && `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const named = pattern && or(sql`${tools.name} ilike ${pattern}`, sql`${tools.partNumber} ilike ${pattern}`)
  return and(listed, category && eq(tools.category, category), named || undefined)
}

const { id } = tools
const price = { column: tools.price, id, key: (tool: ToolRow) => tool.price, type: 'bigint' } as const
const name = { column: tools.name, id, key: (tool: ToolRow) => tool.name, type: 'text' } as const
const available = { column: tools.availableQuantity, id, key: (tool: ToolRow) => tool.availableQuantity, type: 'bigint' } as const

const orders: Record<ToolSort, Order<ToolRow>> = {
  newest: byId(id, 'desc'),
  price: byColumn(price, 'asc'),
  '-price': byColumn(price, 'desc'),
  name: byColumn(name, 'asc'),
  '-name': byColumn(name, 'desc'),
  available: byColumn(available, 'asc'),
  '-available': byColumn(available, 'desc'),
}
