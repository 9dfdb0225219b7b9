import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import { migrationsHash, templatePath } from '#testing/prepared-data.ts'
import type { Engine } from './database.ts'
import { embeddedEngine } from './embedded.ts'
import { migrate } from './migrate.ts'
import { PreparedPGlite } from './prepared-pglite.ts'
import { openPostgres } from './postgres.ts'

/**
 * A fresh, migrated database for one test file: a database of its own on the server that TEST_DATABASE_URL
 * names, else an embedded one in memory.
 */
export async function openTestDatabase(): Promise<Engine> {
  const server = process.env.TEST_DATABASE_URL
  return server ? openOnServer(server) : openInMemory()
}

type OnServer = {
  /** Redirects the address. */
  change?: (url: URL) => URL
  connections?: number
  patience?: typeof endless
  onError?: (error: Error) => void
  listens?: Parameters<typeof openPostgres>[0]['listens']
}

/** The same on a server, for tests of what only a server does. */
export async function openOnServer(
  server: string,
  { change = (url) => url, onError, ...settings }: OnServer = {},
): Promise<Engine> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${await templateOn(server, admin)}`)
  const url = addressOf(server, name)
  let closing = false
  const engine = await openPostgres(
    { url: change(url).href, connections: 4, patience: endless, ...settings },
    (error) => {
      // The pool does not wait for its sockets to close, so the drop below may still cut one off.
      if (onError) onError(error)
      else if (!closing) throw error
    },
  )
  return {
    ...engine,
    async close() {
      closing = true
      await engine.close()
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}

function addressOf(server: string, database: string): URL {
  return Object.assign(new URL(server), { pathname: `/${database}` })
}

/** Migrating an empty database takes many times as long as copying one, so the first of each version stays on the server. */
async function templateOn(server: string, admin: pg.Client): Promise<string> {
  const template = `test_template_${migrationsHash()}`
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
  if (rowCount) return template
  const draft = `test_draft_${randomUUID().replaceAll('-', '')}`
  await admin.query(`CREATE DATABASE ${draft}`)
  const client = new pg.Client({ connectionString: addressOf(server, draft).href })
  await client.connect()
  await migrate(client)
  await client.end()
  await admin.query(`ALTER DATABASE ${draft} RENAME TO ${template}`).catch(async (error: { code?: string }) => {
    if (error.code !== duplicateDatabase) throw error
    // Another process was faster.
    await admin.query(`DROP DATABASE ${draft}`)
  })
  return template
}

/** PostgreSQL's code for a database that already exists (Appendix A of its documentation). */
const duplicateDatabase = '42P04'

/** A test may fill a table, which takes longer than anybody would wait for. */
const endless = { lock: 0, statement: 0, transaction: 0 }

/** Emptied databases for the next test file of this process. */
const spare: PGlite[] = []

/** Creating a cluster takes seconds, loading a copy half a second, so the first is kept. */
async function openInMemory(): Promise<Engine> {
  const client = spare.pop() ?? (await loadTemplate())
  const engine = await embeddedEngine(client, 'embedded PostgreSQL in memory')
  return { ...engine, close: () => putAside(client) }
}

async function loadTemplate(): Promise<PGlite> {
  const kept = `${templatePath()}.tar`
  if (!existsSync(kept)) await makeTemplate(kept)
  return PreparedPGlite.open({ loadDataDir: new Blob([readFileSync(kept)]), extensions: { pg_trgm } })
}

/** Resets it to its state after the migrations, which write no rows. One in which a queue has created tables is not reused. */
async function putAside(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ statements: string | null; hasQueue: boolean }>(`
    select (select string_agg(format('truncate table public.%I cascade', tablename), ';') from pg_tables where schemaname = 'public')
        || coalesce((select string_agg(format(';alter sequence %I.%I restart', schemaname, sequencename), '') from pg_sequences
          where schemaname = 'public'), '') as statements,
      exists (select from pg_namespace where nspname = 'jobs') as "hasQueue"`)
  const [found] = rows
  if (!found?.statements || found.hasQueue) return client.close()
  // As a replica, which skips triggers, so that append-only tables can be emptied too.
  await client.exec(`set session_replication_role = replica;${found.statements};reset session_replication_role`)
  spare.push(client)
}

async function makeTemplate(path: string): Promise<void> {
  const client = await PreparedPGlite.open({ extensions: { pg_trgm } })
  await embeddedEngine(client, 'template')
  const dump = await client.dumpDataDir('none')
  await client.close()
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
  renameSync(draft, path)
}
