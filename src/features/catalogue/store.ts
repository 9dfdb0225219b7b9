import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/pg-core'
import type { Database, Reads } from '#platform/db/database.ts'
import { cachedQuery } from '#platform/db/query-cache.ts'
import { stockLevels, tools } from './tables.ts'

const { search: _search, searchText: _searchText, ...own } = getTableColumns(tools)
/** A tool with its stock, without the search columns that only the database uses: for queries that join `stockLevels`. */
export const toolColumns = { ...own, availableQuantity: stockLevels.available }
export type ToolRow = Omit<typeof tools.$inferSelect, 'search' | 'searchText'> & { availableQuantity: number }
/** What a buyer needs of a product: without its description and data sheet, which are most of the row. */
export const soldColumns = {
  id: own.id,
  name: own.name,
  partNumber: own.partNumber,
  img: own.img,
  category: own.category,
  price: own.price,
  priceBreaks: own.priceBreaks,
  minimumOrderQuantity: own.minimumOrderQuantity,
  orderIncrement: own.orderIncrement,
  deletedAt: own.deletedAt,
  availableQuantity: stockLevels.available,
}
export type SoldTool = Pick<ToolRow, keyof typeof soldColumns>
export type NewToolRow = Omit<typeof tools.$inferInsert, 'version' | 'deletedAt'>

const listed = isNull(tools.deletedAt)

/** Columns of products and their stock: every product has a stock row from the start. */
const selectFrom = <C extends SelectedFields>(db: Reads, columns: C) =>
  db.select(columns).from(tools).innerJoin(stockLevels, eq(stockLevels.toolId, tools.id))

/** Products with their stock. */
export const selectTools = (db: Reads) => selectFrom(db, toolColumns)

const toolById = cachedQuery((db) =>
  selectTools(db)
    .where(and(eq(tools.id, sql.placeholder('id')), listed))
    .prepare('tool_by_id'),
)

export async function findTool(db: Database, id: string): Promise<ToolRow | undefined> {
  const [row] = await toolById(db).execute({ id })
  return row
}

/**
 * For queries over tools: those for sale among the comma-separated `ids` given to a prepared statement. They are read in a
 * subquery so that the planner does not know how many there are: if it did, it would plan the statement again each time.
 */
export const listedAmong = and(
  sql`${tools.id} = any((select string_to_array(${sql.placeholder('ids')}, ',')::uuid[])::uuid[])`,
  listed,
)

const toolsById = cachedQuery((db) => selectFrom(db, soldColumns).where(listedAmong).prepare('tools_by_id'))

/** The tools for sale among these ids, in any order. */
export function findToolsById(db: Database, ids: readonly string[]): Promise<SoldTool[]> {
  return toolsById(db).execute({ ids: ids.join(',') })
}

/** The newest tool with that name, for callers that only know the name. */
export async function findToolByName(db: Database, name: string): Promise<ToolRow | undefined> {
  const [row] = await selectTools(db)
    .where(and(eq(tools.name, name), listed))
    .orderBy(desc(tools.id))
    // mutant(number, without .limit()): more rows would be read and ignored
    .limit(1)
  return row
}

const toolByPartNumber = cachedQuery((db) =>
  selectTools(db)
    // mutant(left out: ne): the index holds only tools that have one
    .where(and(eq(tools.partNumber, sql.placeholder('partNumber')), ne(tools.partNumber, ''), listed))
    .prepare('tool_by_part_number'),
)

export async function findToolByPartNumber(db: Reads, partNumber: string): Promise<ToolRow | undefined> {
  const [row] = await toolByPartNumber(db).execute({ partNumber })
  return row
}

const newest = cachedQuery((db) =>
  selectFrom(db, { ...soldColumns, description: own.description })
    .where(listed)
    .orderBy(desc(tools.id))
    .limit(sql.placeholder('limit'))
    .prepare('newest_tools'),
)

/** A tool without its data sheet, which is most of the row. */
export type DescribedTool = SoldTool & Pick<ToolRow, 'description'>

/** The newest `limit` tools, without counting the whole list, which takes longer the larger it is. */
export function newestTools(db: Reads, limit: number): Promise<DescribedTool[]> {
  return newest(db).execute({ limit })
}

export async function insertTool(tx: Database, row: NewToolRow): Promise<void> {
  await tx.insert(tools).values(row)
}

/**
 * Changes a tool if it still has `version`.
 * @returns its previous version, or undefined when it is deleted; with any other version nothing is changed.
 */
export async function updateTool(
  tx: Database,
  id: string,
  version: number,
  change: Partial<NewToolRow>,
): Promise<number | undefined> {
  const [before] = await tx
    .select({ version: tools.version })
    .from(tools)
    .where(and(eq(tools.id, id), listed))
    // A stock movement locks the stock first and then only the product's key: a full lock here could deadlock with it.
    // mutant(word): a single connection waits for nobody
    .for('no key update')
  if (before?.version === version) {
    await tx
      .update(tools)
      .set({ ...change, version: sql`${tools.version} + 1` })
      .where(eq(tools.id, id))
  }
  return before?.version
}

/** How many of these are for sale. */
export async function countListed(db: Database, ids: string[]): Promise<number> {
  return db.$count(tools, and(inArray(tools.id, ids), listed))
}

/** Takes a tool off all lists. @returns its name; undefined when it was not listed. */
export async function deleteTool(db: Database, id: string, at: Date): Promise<string | undefined> {
  const [row] = await db
    .update(tools)
    .set({ deletedAt: at })
    .where(and(eq(tools.id, id), listed))
    .returning({ name: tools.name })
  return row?.name
}

/** Puts a deleted tool back on the lists; leaves others as they are. @returns its name if it came back. */
export async function restoreTool(db: Database, id: string): Promise<string | undefined> {
  const [row] = await db
    .update(tools)
    .set({ deletedAt: null, version: sql`${tools.version} + 1` })
    .where(and(eq(tools.id, id), isNotNull(tools.deletedAt)))
    .returning({ name: tools.name })
  return row?.name
}

/** Which of these products exist, deleted ones included. */
export async function knownTools(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: tools.id })
    .from(tools)
    // mutant(without .where()): more rows would be read and ignored
    .where(inArray(tools.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}
