import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { fromPglite } from 'pg-boss'
import { shutFolder } from '../files/shut.ts'
import { answerSettled, type CommitSync } from './commit-sync.ts'
import { guardConnection, type Database, type Engine } from './database.ts'
import { createFairLine } from './fair-line.ts'
import { migrate } from './migrate.ts'
import { PreparedPGlite } from './prepared-pglite.ts'
import { startParams, SyncedNodeFS } from './synced-files.ts'

/**
 * An exclusive lock next to the database folder, held by an open SQLite transaction: the operating system
 * frees it when the process ends, however it ends. PGlite has no lock of its own and loses rows without one.
 * @returns a function that releases it.
 */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(dataDir, 'db.lock'))
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new Error(
      `DATA_DIR ${dataDir} is in use by another running shop: stop that one, or start this one with a different DATA_DIR`,
    )
  }
  return () => lock.close()
}

/** Opens (or creates) the embedded PostgreSQL under `dataDir` and migrates it to the newest schema. */
export async function openEmbedded(dataDir: string): Promise<Engine> {
  const unlock = lockFolder(dataDir)
  const folder = join(dataDir, 'db')
  // The database takes as much memory as everything else: other garbage is collected sooner, at some cost in speed.
  setFlagsFromString('--heap-growing-percent=100')
  if (existsSync(join(dataDir, 'db-before'))) {
    unlock()
    throw new Error(
      `A restore was interrupted: the previous database is in ${join(dataDir, 'db-before')}. Run the restore again`,
    )
  }
  try {
    const isNew = !existsSync(folder)
    const fs = new SyncedNodeFS(folder)
    const client = await PreparedPGlite.open({ fs, extensions: { pg_trgm }, startParams })
    // PGlite unpacks its first files readable and writable by everyone, whatever the process's umask is.
    if (isNew) shutFolder(folder)
    const { settled } = fs.commits
    return await embeddedEngine(client, `embedded PostgreSQL in ${folder}`, { settled, afterClose: unlock })
  } catch (cause) {
    unlock()
    // A file system error arrives as a bare number, so the message has to name the likely causes.
    throw new Error(`The database in ${folder} cannot be opened: make sure DATA_DIR has free space and is writable`, {
      cause,
    })
  }
}

/** Vacuums tables of which a tenth has changed, as a server would; one by one, since nobody else is served meanwhile. */
async function tidy(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', changed.schemaname, changed.relname) as name
    from pg_stat_user_tables changed join pg_class counted on counted.oid = changed.relid
    where greatest(n_mod_since_analyze, n_dead_tup, n_ins_since_vacuum) > 50 + 0.1 * greatest(counted.reltuples, 0)`)
  for (const { name } of rows) await client.query(`vacuum (analyze) ${name}`)
}

/**
 * The files as they are between two statements. Whatever is not in the table files yet is in the write-ahead log beside them,
 * as after a power cut; an open transaction is not in the copy.
 */
async function dump(client: PGlite): Promise<Uint8Array> {
  await client.query('checkpoint')
  return new Uint8Array(await (await client.dumpDataDir('gzip')).arrayBuffer())
}

/**
 * Restores a copy made by `dump` as the database under `dataDir`. The old one is kept next to it until the new one is ready.
 * @throws Error when a shop is running on it, or when there is already a database that is not to be replaced.
 */
export async function restoreEmbedded(dataDir: string, copy: Uint8Array, replace: boolean): Promise<void> {
  const unlock = lockFolder(dataDir)
  const [folder, before] = [join(dataDir, 'db'), join(dataDir, 'db-before')]
  try {
    putBack(folder, before)
    if (existsSync(folder) && !replace)
      throw new Error(`There is already a database in ${folder}: add --replace to overwrite it`)
    if (existsSync(folder)) renameSync(folder, before)
    try {
      const loadDataDir = new Blob([Uint8Array.from(copy)])
      await (
        await PGlite.create({ fs: new SyncedNodeFS(folder), extensions: { pg_trgm }, startParams, loadDataDir })
      ).close()
      shutFolder(folder)
    } catch (cause) {
      rmSync(folder, { recursive: true, force: true })
      if (existsSync(before)) renameSync(before, folder)
      throw new Error('This file is not a backup of an embedded database, or it is damaged: nothing was changed', {
        cause,
      })
    }
    rmSync(before, { recursive: true, force: true })
  } finally {
    unlock()
  }
}

/** Undoes a restore that was cut off: the database it set aside is the only complete one. */
function putBack(folder: string, before: string): void {
  if (!existsSync(before)) return
  rmSync(folder, { recursive: true, force: true })
  renameSync(before, folder)
}

type OnDisk = {
  /** Waits until what was committed is durable. */
  settled?: CommitSync['settled']
  afterClose?: () => void
}

const nothing = () => {}

/** The engine over an open PGlite; tests pass one in memory. */
export async function embeddedEngine(
  client: PGlite,
  label: string,
  { settled = nothing, afterClose = nothing }: OnDisk = {},
): Promise<Engine> {
  await migrate(client, { alone: true })
  const asking = ['query', 'exec', 'sql', 'transaction', 'runExclusive'] as const
  const guarded = answerSettled(guardConnection(client, asking, createFairLine(1)), asking, settled)
  // Drizzle's two drivers differ only in the type of a raw result; both have `rows`.
  const db = drizzle({ client: guarded }) as unknown as Database
  return {
    kind: 'embedded',
    connections: 1,
    db,
    reads: db,
    label,
    queue: { db: fromPglite(guarded), backend: 'pglite' },
    async listen(channel, onMessage) {
      const stop = await client.listen(channel, onMessage)
      return () => stop()
    },
    // The lock next to the folder rules out any other process.
    alone: (work) => work(),
    tidy: () => tidy(guarded),
    dump: () => dump(client),
    async close() {
      await client.close()
      afterClose()
    },
  }
}
