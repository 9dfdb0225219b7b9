import { randomUUID } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Database } from '#platform/db/database.ts'
import manifest from '../../package.json' with { type: 'json' }
import { howToGetPostgres, startPostgres } from '../../scripts/lib/postgres.ts'
import { buyersNeeded, signUpBuyers } from './buyers.ts'
import { fill, type Size } from './fill.ts'
import { startServer, type MeasuredServer } from './server.ts'

type Program = 'shop' | 'sources' | 'uncached' | 'render' | 'bytes' | 'statement'

const programs: Record<Program, URL> = {
  shop: new URL('../../src/start.mjs', import.meta.url),
  // The sources, since of the bundle nobody could tell whose a function is.
  sources: new URL('../../src/main.ts', import.meta.url),
  uncached: new URL('../servers/uncached.ts', import.meta.url),
  render: new URL('../servers/render.ts', import.meta.url),
  bytes: new URL('../servers/bytes.ts', import.meta.url),
  statement: new URL('../servers/statement.ts', import.meta.url),
}

/** What `npm start` gives to Node. */
const flags = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'))

/** Bytes that the largest shop takes, with room to spare. */
const room = 6 * 1024 ** 3
const memory = '/dev/shm'

/** Where nothing waits for a disk, where there is such a place: when it writes is no doing of the shop's. */
function databaseFolder(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > room ? memory : tmpdir()
}

/** A PostgreSQL server of the benchmark's own, with one database per shop. */
export async function openPostgresServer() {
  const postgres = await startPostgres(databaseFolder())
  if (!postgres) throw new Error(`There is no PostgreSQL here: ${howToGetPostgres}`)
  return {
    name: postgres.name,
    stop: postgres.stop,
    async createDatabase(): Promise<string> {
      const name = `bench_${randomUUID().slice(0, 8)}`
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return postgres.url.replace(/\/postgres$/, `/${name}`)
    },
  }
}

export type PostgresServer = Awaited<ReturnType<typeof openPostgresServer>>

/** The few buyers of the benchmark place thousands of orders and pay for none. */
const noLimits = { MAX_UNPAID_ORDERS: '1000000', MAX_HELD_SHARE: '1' }

/** Starts a program of the benchmark as a production shop would run, on a database of PostgreSQL or, without, embedded. */
export function start(
  program: Program,
  folder: string,
  databaseUrl?: string,
  { path = '/healthz', moreFlags = [] }: { path?: string; moreFlags?: string[] } = {},
): Promise<MeasuredServer> {
  const onServer: Record<string, string> = databaseUrl
    ? {
        DATABASE_URL: databaseUrl,
        DATABASE_POOL: '10',
        AUTH_SECRET: 'a secret of the benchmark, long enough',
        SANDBOX: 'on',
        WORKER: 'off',
      }
    : {}
  const env = { ...onServer, DATA_DIR: folder, SEED: 'demo', ADMIN_PASSWORD: 'bench-admin', ...noLimits }
  const ofShop = ['shop', 'sources', 'uncached'].includes(program) ? [...flags, ...moreFlags] : []
  return startServer(programs[program], { flags: ofShop, env, folder, path })
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** A shop of a size on PostgreSQL, with buyers who are signed up, and the servers that it is compared with. */
export async function openWorld(postgres: PostgresServer, folder: string, size: Size, profiling = false) {
  const url = await postgres.createDatabase()
  // Started once before it is filled, to migrate and to load the sample catalogue.
  await (await start('shop', folder, url)).stop()
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const db = drizzle({ client: pool }) as unknown as Database
  await fill(db, size)
  const moreFlags = profiling ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
  const servers = {
    shop: await start(profiling ? 'sources' : 'shop', folder, url, { moreFlags }),
    /** The shop without its cache. */
    uncached: await start('uncached', folder, url, { moreFlags }),
    bare: await start('bytes', folder),
    render: await start('render', folder, url),
    statement: await start('statement', folder, url),
  }
  return {
    url,
    folder,
    db,
    ...servers,
    buyers: await signUpBuyers(servers.shop.port, buyersNeeded),
    async close() {
      await Promise.all(Object.values(servers).map((server) => server.stop()))
      await pool.end()
    },
  }
}
