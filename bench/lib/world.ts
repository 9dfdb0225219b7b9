import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from '#platform/db/database.ts'
import { openEmbedded } from '#platform/db/embedded.ts'
import { signUp } from './call.ts'
import { fill, smallest, type Size } from './fill.ts'
import type { PostgresServer } from './postgres.ts'
import { shopFlags, start, type MeasuredServer } from './server.ts'
import { openMarket } from './use-cases.ts'

/** What all measurements of one run have in common. */
export type Bench = { postgres: PostgresServer; folder: string; rounds: number; seconds: number }
export type World = Awaited<ReturnType<typeof openWorld>>

export const builtShop = 'src/start.mjs'

/**
 * A shop of a given size on PostgreSQL, with signed-up buyers, and the servers that it is compared with.
 * @param profiles the folder for the output of Node's profiler, if profiles are wanted
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
    // A profile runs the sources, since in the bundle nobody could tell which file a function comes from.
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
    ...(await openMarket(servers.shop)),
    reader: await signUp(servers.shop.port),
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(servers).map((server) => server.stop()))
      await pool.end()
    },
  }
}

/** The smallest shop on the embedded engine, prepared in the same way. */
export async function openEmbeddedShop(bench: Bench): Promise<MeasuredServer> {
  const folder = mkdtempSync(join(bench.folder, 'embedded-'))
  await (await start(builtShop, { folder })).stop()
  const engine = await openEmbedded(folder)
  await fill(engine.db, smallest)
  await engine.close()
  return start(builtShop, { folder })
}
