/** A server and a streaming replica of it, both only for the test. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { findPrograms, makeCluster, ownFolder, serverOwner, startServer } from './postgres.ts'

/** @returns undefined if there is no PostgreSQL on this machine. */
export async function startReplicated() {
  const programs = findPrograms()
  if (!programs) return undefined
  const password = randomBytes(16).toString('hex')
  const folder = ownFolder()
  makeCluster(programs, folder, password, serverOwner())
  const primary = await startServer(programs, folder, password)
  const copy = await copied(programs, primary.url).catch(async (error: unknown) => {
    await primary.stop()
    throw error
  })
  const replica = await startServer(programs, copy, password, { log_statement: 'all', log_line_prefix: '' })

  return {
    primary: primary.url,
    replica: replica.url,
    /** Everything that the replica has been asked so far. */
    asked: replica.log,
    /** Runs a query on one of the two as superuser. */
    async ask(url: string, text: string): Promise<unknown[]> {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        const { rows } = await client.query<Record<string, unknown>>(text)
        return rows
      } finally {
        await client.end()
      }
    },
    stopReplica: () => replica.stop(),
    async stop() {
      await replica.stop()
      await primary.stop()
    },
  }
}

async function copied(programs: string, url: string): Promise<string> {
  const copy = ownFolder()
  const args = ['--pgdata', join(copy, 'data'), '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast']
  execFileSync(join(programs, 'pg_basebackup'), [...args, '--no-sync', '--dbname', url], {
    ...serverOwner(),
    cwd: copy,
    stdio: 'pipe',
  })
  return copy
}
