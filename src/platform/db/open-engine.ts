import type { Log } from '../log/log.ts'
import type { Engine } from './database.ts'
import { openPostgres } from './postgres.ts'

type Settings = {
  /** A postgres:// address; undefined for the embedded engine. */
  databaseUrl: string | undefined
  /** The address of a replica of it, if there is one. */
  databaseReadUrl: string | undefined
  /** How many connections there may be to a server. */
  databasePool: number
  /** Where the embedded engine keeps its files. */
  dataDir: string
}

/** Opens the database that the configuration names. */
export async function openEngine(
  { databaseUrl, databaseReadUrl, databasePool, dataDir }: Settings,
  log: Log,
): Promise<Engine> {
  const onChange = (problem?: unknown) =>
    problem
      ? log.warn('lists are not read from DATABASE_READ_URL', { problem })
      : log.info('lists are read from DATABASE_READ_URL again')
  // Imported only when used: loading it takes a tenth of the startup time.
  if (!databaseUrl) return (await import('./embedded.ts')).openEmbedded(dataDir)
  return openPostgres(
    {
      url: databaseUrl,
      connections: databasePool,
      replica: databaseReadUrl ? { url: databaseReadUrl, onChange } : undefined,
    },
    (error) => log.error('the database connection failed', { error }),
  )
}
