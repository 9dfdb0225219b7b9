import { and, eq, gte, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { Reads } from '#platform/db/database.ts'
import { byColumn, byId, readPage, type SortOrder } from '#platform/db/keyset.ts'
import type { PageQuery } from '#shared/list.ts'
import type { Minor } from '#shared/money.ts'
import type { Category, ToolSort } from './schema.ts'
import { plainText, searchTerms } from './search.ts'
import { toolColumns, type ToolRow } from './store.ts'
import { enoughStock, smallestOrder, stockLevels, tools } from './tables.ts'

/** Which tools a list shows. An empty filter shows all that are for sale. */
export type ToolFilter = {
  words?: string | undefined
  category?: Category | undefined
  minPrice?: Minor | undefined
  maxPrice?: Minor | undefined
  /** Only tools with enough stock for their smallest order. */
  inStock?: boolean | undefined
  lowStock?: boolean | undefined
}

type ScoredRow = ToolRow & { score: number }
type Reading = { sort: ToolSort; page: PageQuery }

/** A page of the tools that are for sale. @throws Failure 'bad-request' for a foreign cursor. */
export function listTools(
  db: Reads,
  filter: ToolFilter,
  { sort, page }: Reading,
): Promise<{ rows: ToolRow[]; nextCursor: string | undefined }> {
  // mutant(sql, logic → filter.words): any number will do when nothing is sorted by it
  const score = sort === 'relevance' && filter.words ? scoreOf(filter.words) : sql<number>`0`
  return readPage(orderBy(sort, score), page, ({ by, after, limit }) => {
    const rows = db
      .select({ ...toolColumns, score })
      .from(tools)
      .innerJoin(stockLevels, eq(stockLevels.toolId, tools.id))
      .where(and(matching(filter), after))
      .orderBy(...by)
    // mutant(condition → true): an undefined limit limits nothing
    return limit ? rows.limit(limit) : rows
  })
}

export async function countTools(db: Reads, filter: ToolFilter): Promise<number> {
  return db.$count(tools, matching(filter))
}

/** How many tools of each category a list would show. */
export async function countByCategory(
  db: Reads,
  filter: Omit<ToolFilter, 'category'>,
): Promise<{ category: Category; count: number }[]> {
  return db
    .select({ category: tools.category, count: sql<number>`count(*)::int` })
    .from(tools)
    .where(matching(filter))
    .groupBy(tools.category)
}

/** The condition of a list; every part of it can use an index. */
export function matching({ words, category, minPrice, maxPrice, inStock, lowStock }: ToolFilter): SQL | undefined {
  return and(
    isNull(tools.deletedAt),
    words ? found(words) : undefined,
    category && eq(tools.category, category),
    minPrice === undefined ? undefined : gte(tools.price, minPrice),
    maxPrice === undefined ? undefined : lte(tools.price, maxPrice),
    inStock ? orderable : undefined,
    lowStock ? runningLow : undefined,
  )
}

const runningLow = sql`exists (
  select from ${stockLevels} where ${stockLevels.toolId} = ${tools}.id and ${stockLevels.available} < ${enoughStock}
)`

const orderable = sql`exists (
  select from ${stockLevels} where ${stockLevels.toolId} = ${tools}.id and ${stockLevels.available} >= ${smallestOrder}
)`

const tsquery = (query: string): SQL => sql`to_tsquery('english', ${query})`

/** Whether every term matches: the term itself, a synonym, or a word that is close to it. */
function found(words: string): SQL | undefined {
  const terms = searchTerms(words)
  if (terms.length === 0) return sql`false`
  return and(
    ...terms.map(({ query, word }) => {
      const near = word ? sql`or ${word}::text <% ${tools.searchText}` : sql``
      // Full-text search drops stop words such as "for" and "the": they restrict nothing.
      return sql`(numnode(${tsquery(query)}) = 0 or ${tools.search} @@ ${tsquery(query)} ${near})`
    }),
  )
}

/**
 * How well a tool matches, as a whole number: an exact part number first, then a name that starts with the words, then all
 * words, then near matches; within each tier by how much matched and where.
 */
function scoreOf(words: string): SQL<number> {
  const plain = plainText(words)
  const all = tsquery(
    searchTerms(words)
      .map(({ query }) => `(${query})`)
      .join(' & '),
  )
  // mutant(sql → 1): the steps stay as far apart
  return sql<number>`(case
    when lower(${tools.partNumber}) = ${words.toLowerCase()} then 3000000
    when starts_with(${tools.searchText}, ${plain}) then 2000000
    when ${tools.search} @@ ${all} then 1000000
    else 0
  end + round((ts_rank(${tools.search}, ${all}) + word_similarity(${plain}, ${tools.searchText})) * 100000))::int`
}

const { id } = tools
const price = { column: tools.price, id, key: (tool: ToolRow) => tool.price, type: 'bigint' } as const
const name = { column: tools.name, id, key: (tool: ToolRow) => tool.name, type: 'text' } as const
const available = {
  column: stockLevels.available,
  id,
  key: (tool: ToolRow) => tool.availableQuantity,
  type: 'bigint',
} as const

function orderBy(sort: ToolSort, score: SQL<number>): SortOrder<ScoredRow> {
  const orders: Record<ToolSort, SortOrder<ScoredRow>> = {
    newest: byId(id, 'desc'),
    price: byColumn(price, 'asc'),
    '-price': byColumn(price, 'desc'),
    name: byColumn(name, 'asc'),
    '-name': byColumn(name, 'desc'),
    available: byColumn(available, 'asc'),
    '-available': byColumn(available, 'desc'),
    relevance: byColumn({ column: score, id, key: (tool) => tool.score, type: 'bigint' }, 'desc'),
  }
  return orders[sort]
}
