import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeDatabase, type OwnDatabase } from '#testing/own-database.ts'
import { migrate } from './migrate.ts'

const server = process.env.TEST_DATABASE_URL ?? ''
const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Migrations as the library writes them, the first made before the second. */
function written(...texts: string[]): string {
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const entries = texts.map((text, n) => {
    writeFileSync(join(folder, `${n}.sql`), text)
    return { tag: `${n}`, when: n + 1, breakpoints: true }
  })
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }))
  return folder
}

const table = 'CREATE TABLE thing (id int, name text);'
const column = 'ALTER TABLE thing ADD COLUMN size int;--> statement-breakpoint\nALTER TABLE thing ADD COLUMN kind text;'
const index = 'CREATE INDEX CONCURRENTLY "thing_name" ON "thing" ("name");'

// It creates a database, which takes half a minute on a busy machine.
test.skipIf(server)('the embedded database builds its indexes straight away', { timeout: 60_000 }, async () => {
  const client = await PGlite.create({ extensions: { pg_trgm } })
  await migrate(client, { folder: written(table, index, column), alone: true })
  await migrate(client, { folder: written(table, index, column), alone: true })
  const { rows } = await client.query('SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations')
  expect(rows).toEqual([{ n: 3 }])
  expect((await client.query('SELECT kind FROM thing')).rows).toEqual([])
  expect((await client.query("SELECT 1 FROM pg_indexes WHERE indexname = 'thing_name'")).rows).toHaveLength(1)
  await client.close()
})

describe.runIf(server)('beside a running release', () => {
  let database: OwnDatabase
  let own: pg.Client
  let other: pg.Client
  /** Never in a transaction: it sees what all others see. */
  let third: pg.Client
  const open = async () => {
    const client = new pg.Client(database.url)
    await client.connect()
    return client
  }
  const notes = async () =>
    (await third.query<{ at: string }>('SELECT created_at AS at FROM drizzle.__drizzle_migrations')).rows.map(
      ({ at }) => Number(at),
    )
  beforeEach(async () => {
    database = await makeDatabase(server)
    own = await open()
    other = await open()
    third = await open()
    await migrate(own, { folder: written(table) })
  })
  afterEach(async () => {
    await own.end()
    await other.end()
    await third.end()
    await database.drop()
  })

  test('waits for a locked table in short tries that let others through', async () => {
    await other.query("BEGIN; INSERT INTO thing VALUES (1, 'a')")
    const migrated = migrate(own, { folder: written(table, column), lockMs: 50, pauseMs: 100 })
    // Each write gets in between two tries, or waits for at most one of them.
    for (let n = 0; n < 20; n += 1) await third.query("SET lock_timeout = '2s'; INSERT INTO thing VALUES (2, 'b')")
    expect(await notes()).toEqual([1])
    await other.query('COMMIT')
    await migrated
    expect(await notes()).toEqual([1, 2])
    expect((await own.query('SELECT DISTINCT kind FROM thing')).rows).toEqual([{ kind: null }])
  })

  test('names a table that never becomes free, and leaves nothing half done', async () => {
    await other.query('BEGIN; LOCK thing IN ACCESS SHARE MODE')
    const folderOfTwo = written(table, column)
    await expect(migrate(own, { folder: folderOfTwo, lockMs: 20, pauseMs: 1, tries: 3 })).rejects.toThrow(
      /begins with "ALTER TABLE thing ADD COLUMN size.*could not lock its table.*pg_locks/s,
    )
    expect(await notes()).toEqual([1])
    await other.query('COMMIT')
    await expect(own.query('SELECT size FROM thing')).rejects.toThrow('does not exist')
  })

  test('does not retry a faulty migration, and rolls it back', async () => {
    const wrong = written(table, 'ALTER TABLE thing ADD COLUMN size int;--> statement-breakpoint\nSELECT missing;')
    await expect(migrate(own, { folder: wrong })).rejects.toThrow('"missing" does not exist')
    expect(await notes()).toEqual([1])
    await migrate(own, { folder: written(table, column) })
    expect(await notes()).toEqual([1, 2])
  })

  test('builds an index while others write, even after an aborted try', async () => {
    await own.query("INSERT INTO thing VALUES (1, 'a'), (2, 'a')")
    // What an aborted try leaves: an index that exists but is not valid.
    await own.query('CREATE UNIQUE INDEX CONCURRENTLY "thing_name" ON "thing" ("name")').catch(() => undefined)
    await other.query("BEGIN; INSERT INTO thing VALUES (3, 'c')")
    const migrated = migrate(own, { folder: written(table, index) })
    for (let n = 0; n < 20; n += 1) await third.query("SET lock_timeout = '1s'; INSERT INTO thing VALUES (4, 'd')")
    await other.query('COMMIT')
    await migrated
    const { rows } = await own.query(
      "SELECT indisvalid, indisunique FROM pg_index WHERE indexrelid = 'thing_name'::regclass",
    )
    expect(rows).toEqual([{ indisvalid: true, indisunique: false }])
    expect(await notes()).toEqual([1, 2])
  })

  test('keeps an index that was built before its migration was recorded', async () => {
    await own.query('CREATE INDEX "thing_name" ON "thing" ("name")')
    const at = () => own.query("SELECT 'thing_name'::regclass::oid::int AS at")
    const before = (await at()).rows
    await migrate(own, { folder: written(table, index) })
    expect((await at()).rows).toEqual(before)
    expect(await notes()).toEqual([1, 2])
  })

  test('refuses to mix other statements with one that cannot run in a transaction', async () => {
    await expect(
      migrate(own, { folder: written(table, `${index}--> statement-breakpoint\n${column}`) }),
    ).rejects.toThrow('must do nothing else')
    expect(await notes()).toEqual([1])
  })
})
