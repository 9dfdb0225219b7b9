import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from '#platform/db/database.ts'
import { signUp, signUpBuyers } from './buyers.ts'
import { soldTools } from './calls.ts'
import type { Effort } from './compare.ts'
import { fill, type Size } from './fill.ts'
import type { PostgresServer } from './postgres.ts'
import { shopFlags, start } from './server.ts'

/** What all that is measured in one run has in common. */
export type Bench = Effort & { postgres: PostgresServer; folder: string }
export type World = Awaited<ReturnType<typeof openWorld>>

export const builtShop = 'src/start.mjs'

/**
 * A shop of a size on PostgreSQL, with buyers who are signed up, and the servers that it is compared with.
 * @param profiles the folder for what Node's profiler writes of it, where that is wanted
 */
export async function openWorld({ postgres, folder }: Bench, size: Size, profiles?: string) {
  const url = await postgres.createDatabase()
  const launch = { folder, databaseUrl: url }
  // Started once before it is filled, to migrate and to load the sample catalogue.
  await (await start(builtShop, launch)).stop()
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const db = drizzle({ client: pool }) as unknown as Database
  await fill(db, size)
  const flags = profiles ? [...shopFlags, '--cpu-prof', `--cpu-prof-dir=${profiles}`] : shopFlags
  const servers = {
    // Its sources for a profile, since of the bundle nobody could tell whose a function is.
    shop: await start(profiles ? 'src/main.ts' : builtShop, { ...launch, flags }),
    /** The shop without its cache. */
    uncached: await start('bench/servers/uncached.ts', { ...launch, flags }),
    bare: await start('bench/servers/bare.ts', { ...launch, flags: [] }),
    render: await start('bench/servers/render.ts', { ...launch, flags: [] }),
  }
  return {
    url,
    folder,
    db,
    ...servers,
    tools: await soldTools(servers.shop.port),
    reader: await signUp(servers.shop.port),
    buyers: await signUpBuyers(servers.shop.port),
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(servers).map((server) => server.stop()))
      await pool.end()
    },
  }
}
