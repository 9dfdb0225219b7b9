/**
 * `npm run restore -- FILE`: restores the shop's data from a backup, and says whether its books balance. Replaces a database
 * that is not empty only with `--replace`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { restoreEmbedded } from '#platform/db/embedded.ts'
import { sayBalance } from './lib/balance.ts'
import { command, withDatabase } from './lib/command.ts'
import { runPgTool } from './lib/pg-tools.ts'

await command(async (config, log) => {
  const words = process.argv.slice(2)
  const replace = words.includes('--replace')
  const file = words.find((word) => word !== '--replace')
  if (!file) throw new Error('Name the file to read: npm run restore -- FILE [--replace]')
  const copy = readFileSync(file)
  const isServers = copy.subarray(0, 5).toString('latin1') === 'PGDMP'
  if (isServers !== (config.databaseUrl !== undefined)) {
    throw new Error(
      isServers
        ? 'This is a backup of a PostgreSQL server: set DATABASE_URL to the server to restore it to'
        : 'This is not a backup of a PostgreSQL server: unset DATABASE_URL to restore an embedded database',
    )
  }
  if (config.databaseUrl) await restoreServer(config.databaseUrl, file, replace)
  else await restoreEmbedded(config.dataDir, copy, replace)
  console.log(`${file} is restored.`)
  return withDatabase(config, log, (db) => sayBalance(db, console.log))
})

/** In one transaction, so that the old data stays if anything fails. */
async function restoreServer(url: string, file: string, replace: boolean): Promise<void> {
  const schemas = await schemasWithTables(url)
  if (schemas.length > 0 && !replace) {
    throw new Error('This database already has tables: add --replace to delete them')
  }
  const folder = mkdtempSync(join(tmpdir(), 'restore-'))
  try {
    const [clear, dump] = [join(folder, 'clear.sql'), join(folder, 'dump.sql')]
    const drops = schemas.map((name) => `DROP SCHEMA ${pg.escapeIdentifier(name)} CASCADE;`)
    writeFileSync(clear, [...drops, 'CREATE SCHEMA IF NOT EXISTS public;'].join('\n'))
    await runPgTool('pg_restore', ['--no-owner', '--file', dump, file])
    const once = ['--no-psqlrc', '--quiet', '--single-transaction', '--set', 'ON_ERROR_STOP=1']
    await runPgTool('psql', [...once, '--file', clear, '--file', dump], url)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function schemasWithTables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "select distinct schemaname as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    )
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}
