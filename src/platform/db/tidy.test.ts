import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from './database.ts'
import { openTestDatabase } from './testing.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

test('the shop clears old row versions and counts the new ones where no server does it', async () => {
  const { db, kind, tidy } = engine
  if (!tidy) return expect(kind).toBe('postgres')
  await db.execute(sql`create table piece as select n from generate_series(1, 500) n`)
  const known = async () =>
    (await db.execute(sql`select reltuples::int as rows, relallvisible as clear from pg_class where relname = 'piece'`))
      .rows
  // The engine reports within a second what has changed, or at once when asked to.
  const change = async (statement: string) => {
    await db.execute(sql.raw(statement))
    await db.execute(sql`select pg_stat_force_next_flush()`)
    await tidy()
  }
  expect(await known()).toEqual([{ rows: -1, clear: 0 }])
  await change('delete from piece where n > 200')
  expect(await known()).toEqual([{ rows: 200, clear: 1 }])
  await change('delete from piece where n > 180')
  expect(await known()).toEqual([{ rows: 200, clear: 1 }])
  await change('delete from piece where n > 100')
  expect(await known()).toEqual([{ rows: 100, clear: 1 }])
})
