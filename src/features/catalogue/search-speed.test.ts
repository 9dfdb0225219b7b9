import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '#platform/db/database.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { minor } from '#shared/money.ts'
import { countTools, listTools, matching, type ToolFilter } from './listing.ts'
import type { ToolSort } from './schema.ts'

const manyTools = sql.raw('100000')

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase()
  await withoutIndexes(async () => {
    await engine.db.execute(sql`
      insert into tool (id, name, part_number, description, category, img, specification, price, minimum_order_quantity)
      select
        (lpad(to_hex(1750000000000 + n), 12, '0') || '7000a000' || lpad(to_hex(n), 12, '0'))::uuid,
        case n % 500 when 0 then 'Radiator' else (array['Supply', 'Charger', 'Case', 'Cooler'])[n % 4 + 1] end || ' ' || n,
        'P-' || n,
        n % 1000 || ' W',
        (array['power-supplies', 'adapters', 'cases', 'cooling'])[n % 4 + 1],
        '/products/atx.webp', '{"rows": []}', 100 + n % 5000, 1
      from generate_series(1, ${manyTools}) n`)
    await engine.db.execute(sql`insert into stock_level select id, row_number() over () % 7 from tool`)
  })
  await engine.db.execute(sql`analyze tool, stock_level`)
})
afterAll(() => engine.close())

/** Filling a table first and indexing it afterwards takes a fraction of the time of doing both at once. */
async function withoutIndexes(fill: () => Promise<void>): Promise<void> {
  const { rows } = await engine.db.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'tool' and indexdef not like '%UNIQUE%'`)
  for (const { name } of rows) await engine.db.execute(sql`drop index ${sql.identifier(name)}`)
  await fill()
  for (const { definition } of rows) await engine.db.execute(sql.raw(definition))
}

/** The plan of a search, as text. */
async function planOf(filter: ToolFilter): Promise<string> {
  const { rows } = await engine.db.execute<{ 'QUERY PLAN': string }>(
    sql`explain select id from tool where ${matching(filter)}`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('among 100,000 tools', () => {
  test.each([
    ['words', { words: '600w psu' }, ['tool_search']],
    ['a part number', { words: 'P-777' }, ['tool_search']],
    ['a misspelt word', { words: 'radiatr' }, ['tool_search', 'tool_search_text']],
    [
      'words and filters',
      { words: 'case 42', minPrice: minor(200), maxPrice: minor(2000), inStock: true },
      ['tool_search'],
    ],
  ] as const)('a search for %s uses an index instead of scanning the table', async (_what, filter, indexes) => {
    const plan = await planOf(filter)
    expect(plan).not.toContain('Seq Scan')
    for (const index of indexes) expect(plan).toMatch(new RegExp(String.raw`\b${index}\b`))
  })

  test.each<[ToolSort, ToolFilter]>([
    ['newest', {}],
    ['newest', { category: 'cases' }],
    ['price', {}],
    ['-price', { category: 'cooling' }],
    ['name', {}],
    ['relevance', { words: '600w psu' }],
    ['relevance', { words: 'radiatr' }],
    ['price', { words: 'case', minPrice: minor(200), maxPrice: minor(220) }],
  ])('a page sorted by %s with filter %j leads to the next', async (sort, filter) => {
    const first = await listTools(engine.db, filter, { sort, page: { limit: 9 } })
    expect(first.rows).toHaveLength(9)
    const next = await listTools(engine.db, filter, { sort, page: { limit: 9, cursor: first.nextCursor } })
    const seen = new Set(first.rows.map(({ id }) => id))
    expect(next.rows.filter(({ id }) => seen.has(id))).toEqual([])
    expect(await countTools(engine.db, filter)).toBeGreaterThan(next.rows.length)
  })
})
