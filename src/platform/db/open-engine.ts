import type { Log } from '../log/log.ts'
import type { Engine } from './database.ts'
import { openPostgres } from './postgres.ts'

type Settings = {
  /** A postgres:// address; undefined for the embedded engine. */
  databaseUrl: string | undefined
  /** How many connections there may be to a server. */
  databasePool: number
  /** Where the embedded engine keeps its files. */
  dataDir: string
}

/** The database that the configuration names. */
export async function openEngine({ databaseUrl, databasePool, dataDir }: Settings, log: Log): Promise<Engine> {
  // Only where it is used: reading it costs a tenth of a start.
  if (!databaseUrl) return (await import('./embedded.ts')).openEmbedded(dataDir)
  return openPostgres({ url: databaseUrl, connections: databasePool }, (error) =>
    log.error('the database connection failed', { error }),
  )
}
