import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { inTransaction, type Engine, type Reads } from './database.ts'
import { cachedQuery, cachedSql } from './query-cache.ts'
import { openTestDatabase } from './testing.ts'

const words = pgTable('query_cache_test', { word: text('word') })

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

test('a query is built once, and runs in the given transaction', async () => {
  const make = vi.fn((db: Reads) => db.select({ word: words.word }).from(words).prepare('words_of_a_test'))
  const query = cachedQuery(make)
  await engine.db.execute(sql`create table query_cache_test (word text)`)
  await inTransaction(engine.db, async (tx) => {
    await tx.execute(sql`insert into query_cache_test values ('unseen')`)
    expect(await query(tx).execute()).toEqual([{ word: 'unseen' }])
    throw new Error('never mind')
  }).catch(() => undefined)
  expect(await query(engine.db).execute()).toEqual([])
  expect(make).toHaveBeenCalledOnce()
})

test('a value used in several places is sent once', async () => {
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
