import { and, desc, eq, getTableColumns, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { cachedQuery } from '#platform/db/query-cache.ts'
import { stockMovements, tools, type StockReason } from './tables.ts'

const { search: _search, searchText: _searchText, ...columns } = getTableColumns(tools)
/** A tool without what the database alone keeps, to search by. */
export const toolColumns = columns
export type ToolRow = Omit<typeof tools.$inferSelect, 'search' | 'searchText'>
type NewToolRow = Omit<typeof tools.$inferInsert, 'version' | 'deletedAt'>

const listed = isNull(tools.deletedAt)

const toolById = cachedQuery((db) =>
  db
    .select(toolColumns)
    .from(tools)
    .where(and(eq(tools.id, sql.placeholder('id')), listed))
    .prepare('tool_by_id'),
)

export async function findTool(db: Database, id: string): Promise<ToolRow | undefined> {
  const [row] = await toolById(db).execute({ id })
  return row
}

/** The tool, kept from changing until the transaction ends. */
export async function lockTool(tx: Database, id: string): Promise<ToolRow | undefined> {
  const [row] = await tx
    .select(toolColumns)
    .from(tools)
    .where(and(eq(tools.id, id), listed))
    .for('update')
  return row
}

/** The newest tool of that name, for callers that only know the name. */
export async function findToolByName(db: Database, name: string): Promise<ToolRow | undefined> {
  const [row] = await db
    .select(toolColumns)
    .from(tools)
    .where(and(eq(tools.name, name), listed))
    .orderBy(desc(tools.id))
    // mutant(number, without .limit()): more would be read, and not looked at
    .limit(1)
  return row
}

export async function findToolByPartNumber(db: Database, partNumber: string): Promise<ToolRow | undefined> {
  const [row] = await db
    .select(toolColumns)
    .from(tools)
    // mutant(left out: ne): the index has only those with one
    .where(and(eq(tools.partNumber, partNumber), ne(tools.partNumber, ''), listed))
  return row
}

export async function insertTool(db: Database, row: NewToolRow): Promise<ToolRow> {
  const [tool] = await db.insert(tools).values(row).returning(toolColumns)
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
    // mutant(left out: listed): who changes it has found it listed, and locked it
    .where(and(eq(tools.id, id), eq(tools.version, version), listed))
    .returning(toolColumns)
  return tool
}

/** Takes a tool out of all lists. Answers whether it was there. */
export async function deleteTool(db: Database, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(tools)
    .set({ deletedAt: at })
    .where(and(eq(tools.id, id), listed))
    .returning({ id: tools.id })
  return rows.length > 0
}

/** Puts a deleted tool back into the lists; undefined when it is not deleted, or never was. */
export async function restoreTool(db: Database, id: string): Promise<ToolRow | undefined> {
  const [tool] = await db
    .update(tools)
    .set({ deletedAt: null, version: sql`${tools.version} + 1` })
    .where(and(eq(tools.id, id), isNotNull(tools.deletedAt)))
    .returning(toolColumns)
  return tool
}

export async function recordMovement(
  db: Database,
  movement: { toolId: string; quantity: number; reason: StockReason; orderId?: string },
): Promise<void> {
  if (movement.quantity !== 0) await db.insert(stockMovements).values(movement)
}
