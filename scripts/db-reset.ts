/**
 * `npm run db:reset`: empties the embedded database, so that the next start makes a new one. It touches no server: an
 * operator on PostgreSQL drops the database deliberately, with PostgreSQL's own tools.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '#platform/db/embedded.ts'
import { readConfig } from '../src/config.ts'

try {
  const { databaseUrl, dataDir } = readConfig()
  if (databaseUrl) throw new Error('DATABASE_URL names a server: this command only empties the embedded database')
  const unlock = lockFolder(dataDir)
  for (const kept of ['db', 'admin-password', 'outbox']) rmSync(join(dataDir, kept), { recursive: true, force: true })
  unlock()
  console.log(
    `The embedded database in ${dataDir} is deleted. The next start creates a new one, with the demo data and a new admin.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
