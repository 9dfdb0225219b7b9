import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Engine } from './database.ts'
import { cachedQuery, cachedSql } from './query-cache.ts'
import { openTestDatabase } from './testing.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

test('a query is put together once', () => {
  const make = vi.fn(() => ({}))
  const query = cachedQuery(make)
  expect(query(engine.db)).toBe(query(engine.db))
  expect(make).toHaveBeenCalledOnce()
})

test('a value that stands in several places is sent once', async () => {
  const { session } = engine.db._
  const prepareQuery = vi.spyOn(session, 'prepareQuery')
  const [a, b] = [sql.placeholder('a'), sql.placeholder('b')]
  const statement = cachedSql(sql`select ${a}::int - ${b}::int as first, ${b}::int - ${a}::int as second`)
  const { rows } = await statement(engine.db).execute({ a: 5, b: 3 })
  expect(rows).toEqual([{ first: 2, second: -2 }])
  expect(prepareQuery.mock.calls[0]?.[0]).toMatchObject({
    sql: 'select $1::int - $2::int as first, $2::int - $1::int as second',
    params: [{ name: 'a' }, { name: 'b' }],
  })
})
