import pg from 'pg'
import type { Database } from '#platform/db/database.ts'
import { memoryFolder } from '../../scripts/lib/memory-folder.ts'
import { howToGetPostgres, startPostgres } from '../../scripts/lib/postgres.ts'
import { moveTo } from './cores.ts'

export type PostgresServer = Awaited<ReturnType<typeof openPostgresServer>>

/** What the largest shop takes, with room to spare. Kept in memory: when a disk writes is not the shop's doing. */
const gigabytes = 6

/** A PostgreSQL server of the benchmark's own, with one database per shop. */
export async function openPostgresServer() {
  const postgres = await startPostgres(memoryFolder(gigabytes))
  if (!postgres) throw new Error(`PostgreSQL is missing: ${howToGetPostgres}`)
  return {
    name: postgres.name,
    async createDatabase(): Promise<string> {
      const name = `bench_${Date.now()}`
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return postgres.url.replace(/\/postgres$/, `/${name}`)
    },
    [Symbol.asyncDispose]: postgres.stop,
  }
}

/** Whether no other connection has a transaction open in this database. */
export async function isQuiet(db: Database): Promise<boolean> {
  const others = "backend_type = 'client backend' and pid <> pg_backend_pid() and datname = current_database()"
  const { rows } = await db.execute(`select from pg_stat_activity where ${others} and xact_start is not null`)
  return rows.length === 0
}

/** Keeps the database server off the measured core while `work` runs. */
export async function besidePostgres<T>(db: Database, work: () => Promise<T>): Promise<T> {
  // Processes that the first one starts meanwhile inherit its cores.
  const first = "select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid"
  const pids = async () => {
    const { rows } = await db.execute<{ pid: number }>(`${first} union select pid from pg_stat_activity`)
    return rows.map(({ pid }) => pid)
  }
  moveTo('generator core', await pids())
  try {
    return await work()
  } finally {
    moveTo('every core', await pids())
  }
}
