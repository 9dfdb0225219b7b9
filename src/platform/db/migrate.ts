import { setTimeout as sleep } from 'node:timers/promises'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { extensions, migrations } from './migrations.ts'

/** One connection, not used by anybody else meanwhile. */
export type MigrationClient = {
  query<T>(text: string, values?: unknown[]): Promise<{ rows: T[] }>
}

type Options = {
  /** Where the migrations are. */
  folder?: string
  /** Whether nobody else uses the database: indexes are then created in a transaction, as doing it concurrently is impossible. */
  alone?: boolean
  /** How long one try waits for a table in use, and everybody who comes later waits with it. In milliseconds. */
  lockMs?: number
  /** How long others have the table between two tries. In milliseconds. */
  pauseMs?: number
  tries?: number
  /** Runs a statement of a migration, which may take long on a large table; by default on the client. */
  apply?: (statement: string) => Promise<unknown>
}

/**
 * Migrates the schema to the newest version, one migration after the other, while another release of the shop may be using it.
 * A statement that waits for a table makes all others wait behind it, so it gives up soon and tries again.
 * @throws Error naming the migration that could not lock its table.
 */
export async function migrate(client: MigrationClient, options: Options = {}): Promise<void> {
  const { folder = migrations.migrationsFolder, alone = false, lockMs = 1_000, pauseMs = 500, tries = 120 } = options
  const { apply: change = (statement: string) => client.query(statement) } = options
  await client.query(extensions)
  const newest = await newestApplied(client)
  for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
    if (migration.folderMillis <= newest) continue
    // Checked even when alone, so that a migration that could be left half done is caught by the first who runs it.
    const apply = isConcurrent(migration) && !alone ? applyConcurrently : applyAtOnce
    await untilLocked(() => apply({ client, change, migration, lockMs }), { pauseMs, tries, migration })
  }
}

/** Uses the table of the library's own migrator, which earlier releases read. Returns when the newest was made, 0 for none. */
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

/** @throws Error for one that also does other things: it cannot run in a transaction, so it could be left half done. */
function isConcurrent({ sql }: MigrationMeta): boolean {
  if (!sql.some((statement) => concurrently.test(statement))) return false
  if (sql.every((statement) => createsIndex.test(statement))) return true
  throw new Error(
    'A migration that creates an index concurrently must do nothing else: move the rest to another migration',
  )
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

/** Creates each index while others write. One left by a failed try is not valid: PostgreSQL keeps it but never uses it. */
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

/** SQLSTATEs for a lock that was not available in time, and for a deadlock. */
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
          `The migration that begins with "${began}" could not lock its table: end whatever holds the lock (see pg_locks), then start again`,
          { cause: error },
        )
      }
      await sleep(pauseMs)
    }
  }
}
