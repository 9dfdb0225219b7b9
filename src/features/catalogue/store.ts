import { and, asc, desc, eq, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { Position } from '#shared/cursor.ts'
import type { Category, ToolSort } from './schema.ts'
import { stockMovements, tools, type StockReason } from './tables.ts'

export type ToolRow = typeof tools.$inferSelect
type NewToolRow = Omit<typeof tools.$inferInsert, 'version' | 'deletedAt'>

export type Listing = {
  words: string | undefined
  category: Category | undefined
  sort: ToolSort
  limit: number | undefined
  after: Position | undefined
}

const listed = isNull(tools.deletedAt)

/** Tools that are for sale, in order, from after a position. */
export function listTools(db: Database, listing: Listing): Promise<ToolRow[]> {
  const { order, after } = sorts[listing.sort]
  const rows = db
    .select()
    .from(tools)
    .where(and(matching(listing), listing.after && after(listing.after)))
    .orderBy(...order)
  return listing.limit ? rows.limit(listing.limit) : rows
}

export async function countTools(db: Database, listing: Pick<Listing, 'words' | 'category'>): Promise<number> {
  return db.$count(tools, matching(listing))
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

export async function recordMovement(
  db: Database,
  movement: { toolId: string; quantity: number; reason: StockReason; orderId?: string },
): Promise<void> {
  if (movement.quantity !== 0) await db.insert(stockMovements).values(movement)
}

function matching({ words, category }: Pick<Listing, 'words' | 'category'>): SQL | undefined {
  const pattern = words && `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const named = pattern && or(sql`${tools.name} ilike ${pattern}`, sql`${tools.partNumber} ilike ${pattern}`)
  return and(listed, category && eq(tools.category, category), named || undefined)
}

type Sort = { order: SQL[]; after(position: Position): SQL | undefined }

const sorts: Record<ToolSort, Sort> = {
  newest: { order: [desc(tools.id)], after: ({ id }) => lt(tools.id, id) },
  price: {
    order: [asc(tools.price), asc(tools.id)],
    after: ({ key, id }) => sql`(${tools.price}, ${tools.id}) > (${key}::bigint, ${id}::uuid)`,
  },
  '-price': {
    order: [desc(tools.price), desc(tools.id)],
    after: ({ key, id }) => sql`(${tools.price}, ${tools.id}) < (${key}::bigint, ${id}::uuid)`,
  },
  name: {
    order: [asc(tools.name), asc(tools.id)],
    after: ({ key, id }) => or(gt(tools.name, key), and(eq(tools.name, key), gt(tools.id, id))),
  },
}
