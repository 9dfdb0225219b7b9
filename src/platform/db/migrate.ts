import { setTimeout as sleep } from 'node:timers/promises'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { extensions, migrations } from './migrations.ts'

/** One connection, which nobody else uses meanwhile. */
export type MigrationClient = {
  query<T>(text: string, values?: unknown[]): Promise<{ rows: T[] }>
}

type Options = {
  /** Where the migrations are. */
  folder?: string
  /** Whether nobody else has the database: an index is then made without waiting for others, which cannot be done beside oneself. */
  alone?: boolean
  /** How long one try waits for a table that others use, and everybody who comes after waits with it. In milliseconds. */
  lockMs?: number
  /** Between two tries others have the table for so long. In milliseconds. */
  pauseMs?: number
  tries?: number
  /** Carries out a statement of a migration, which may take as long as its table is large: by the client, if not otherwise. */
  apply?: (statement: string) => Promise<unknown>
}

/**
 * Brings the schema to the newest version, one migration after the other, while another release of the shop may serve on it. A statement
 * that waits for a table makes all others wait behind it: so it gives up soon, and tries again.
 * @throws Error that names the migration which never got its table.
 */
export async function migrate(client: MigrationClient, options: Options = {}): Promise<void> {
  const { folder = migrations.migrationsFolder, alone = false, lockMs = 1_000, pauseMs = 500, tries = 120 } = options
  const { apply: change = (statement: string) => client.query(statement) } = options
  await client.query(extensions)
  const newest = await newestApplied(client)
  for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
    if (migration.folderMillis <= newest) continue
    // Asked also where nobody is beside it, so that one that could be left half done is found by the first who tries it.
    const apply = isConcurrent(migration) && !alone ? applyConcurrently : applyAtOnce
    await untilLocked(() => apply({ client, change, migration, lockMs }), { pauseMs, tries, migration })
  }
}

/** The table that the library's own migrator keeps: releases before this one read it. Answers when the newest was made, 0 for none. */
async function newestApplied(client: MigrationClient): Promise<number> {
  const { rows: found } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS there",
  )
  if (!found[0]?.there) {
    await client.query('CREATE SCHEMA IF NOT EXISTS drizzle')
    await client.query(
      'CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
    )
  }
  const { rows } = await client.query<{ newest: string | null }>(
    'SELECT max(created_at)::text AS newest FROM drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.newest ?? 0)
}

const concurrently = /\bconcurrently\b/i
const createsIndex = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"([^"]+)"/i

/** @throws Error for one that would do other things beside: what cannot be in a transaction could be left half done. */
function isConcurrent({ sql }: MigrationMeta): boolean {
  if (!sql.some((statement) => concurrently.test(statement))) return false
  if (sql.every((statement) => createsIndex.test(statement))) return true
  throw new Error('A migration that creates an index concurrently does nothing else: write another one beside it')
}

type Work = {
  client: MigrationClient
  change: (statement: string) => Promise<unknown>
  migration: MigrationMeta
  lockMs: number
}

async function applyAtOnce({ client, change, migration, lockMs }: Work): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockMs}`)
    for (const statement of migration.sql) await change(statement.replace(concurrently, ''))
    await note(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** Each index while others write. What an earlier try left is not valid: PostgreSQL keeps it, and never uses it. */
async function applyConcurrently({ client, change, migration }: Work): Promise<void> {
  for (const statement of migration.sql) {
    const name = createsIndex.exec(statement)?.[1] ?? ''
    const { rows } = await client.query<{ valid: boolean }>(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [`"${name}"`],
    )
    if (rows[0]?.valid) continue
    if (rows[0]) await change(`DROP INDEX CONCURRENTLY "${name}"`)
    await change(statement)
  }
  await note(client, migration)
}

async function note(client: MigrationClient, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
    hash,
    folderMillis,
  ])
}

/** PostgreSQL's words for a lock that was not to be had in time, and for two that wait for each other. */
const notLocked = new Set<unknown>(['55P03', '40P01'])

type Again = { pauseMs: number; tries: number; migration: MigrationMeta }

async function untilLocked(apply: () => Promise<void>, { pauseMs, tries, migration }: Again): Promise<void> {
  for (let n = 1; ; n += 1) {
    try {
      return await apply()
    } catch (error) {
      if (!(error instanceof Error) || !notLocked.has(Reflect.get(error, 'code'))) throw error
      if (n === tries) {
        const began = migration.sql[0]?.trim().slice(0, 80)
        throw new Error(
          `The migration that begins with "${began}" never got its table: end what holds it (see pg_locks), and start again`,
          { cause: error },
        )
      }
      await sleep(pauseMs)
    }
  }
}
