import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { within } from '#shared/within.ts'
import { KeptPool } from './connections.ts'
import { guardConnection, type Reads, type ReplicaLoad } from './database.ts'
import { createFairLine } from './fair-line.ts'
import { createStanding, positionOf, shareNext, untilReplayed } from './freshness.ts'

/** In milliseconds; shorter than the primary's, which then has to answer what the replica could not. */
const reading = { lock: 1_000, statement: 3_000, transaction: 3_000 }
const standing = { lock: 250, statement: 250, transaction: 250 }
/** The longest wait for the replica, in milliseconds. */
const mostWait = 500

type Settings = {
  url: string
  primaryUrl: string
  connections: number
  /** Gets the reason when it has not been read for a while, and nothing when it is read again. */
  onChange: (problem?: unknown) => void
}

/** When the replica fails, the primary does the work, and no caller gets an error. */
const ignore = () => {}

/**
 * Reads from a replica while it has everything committed before the read, so that readers find what they, or anybody, have
 * written; otherwise from the primary.
 * @param primary queries the primary.
 */
export function openReplica(
  { url, primaryUrl, connections, onChange }: Settings,
  primary: { query(...statement: unknown[]): Promise<unknown> },
) {
  const pool = new KeptPool({ url, connections, onError: ignore, patience: reading })
  const guarded = guardConnection(pool, ['connect'], createFairLine(connections))
  // A connection of its own: the replica helps most when the primary is busy and its other connections are waited for.
  const asking = new KeptPool({ url: primaryUrl, connections: 1, onError: ignore, patience: standing })
  const position = shareNext(() => positionOf(asking))
  const reads = { replica: 0, behind: 0, failed: 0 }

  /**
   * A connection to a server that has everything. The check runs on the very connection that then reads: there may be several
   * servers behind one address. @throws Error.
   */
  async function connectFresh(): Promise<PoolClient> {
    const stands = await position()
    const client = await guarded.connect()
    try {
      if (await within(mostWait, untilReplayed(client, stands))) return client
      throw new Error('the read replica does not answer')
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  const { isUsed, lose, stop } = createStanding(async () => (await connectFresh()).release(), onChange)

  /** @returns undefined when there is none now, or none in time. */
  async function connectSoon(): Promise<PoolClient | undefined> {
    const connecting = connectFresh().catch(lose)
    const client = await within(mostWait, connecting)
    if (!client) {
      lose()
      void connecting.then((late) => late?.release())
    }
    return client ?? undefined
  }

  /** @returns undefined when the primary has to be asked. */
  async function ask(statement: unknown[]): Promise<unknown> {
    const client = isUsed() ? await connectSoon() : undefined
    if (!client) {
      reads.behind += 1
      return undefined
    }
    try {
      const answer: unknown = await Reflect.apply(client.query, client, statement)
      reads.replica += 1
      return answer
    } catch {
      reads.failed += 1
      return undefined
    } finally {
      client.release(client.getTransactionStatus() !== 'I')
    }
  }
  const query = async (...statement: unknown[]) => (await ask(statement)) ?? primary.query(...statement)

  return {
    reads: drizzle({ client: { query } as unknown as KeptPool }) as unknown as Reads,
    load: (): ReplicaLoad => ({ isUsed: isUsed(), reads: { ...reads } }),
    async close(): Promise<void> {
      stop()
      await Promise.all([pool.end(), asking.end()])
    },
  }
}
