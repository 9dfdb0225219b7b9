import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { within } from '#shared/within.ts'
import { cut, KeptPool, patience, probed } from './connections.ts'
import { guardConnection, type Database, type Engine } from './database.ts'
import { createFairLine } from './fair-line.ts'
import { migrate } from './migrate.ts'
import { openReplica } from './replica.ts'

/** The key of the advisory lock that lets one process start at a time; any number will do. */
// mutant(number): as it says
const startLock = 7_267_001

/** How long to wait for what is normally answered at once, in milliseconds: the connection may have gone silent. */
const quick = { query_timeout: 5_000 }
/** A change to a large table takes as long as it takes. */
const unhurried = { query_timeout: 24 * 3_600_000 }

/** How often a listening connection is probed, and how long it may take to answer. */
// mutant(number): a second more
const listening = { everyMs: 5_000, withinMs: quick.query_timeout }

type Settings = {
  /** postgres:// */
  url: string
  /** How many connections the process may have, besides those that listen. */
  connections: number
  /** Where else lists and reports may be read, and a callback for when they cannot be for a while, and can again. */
  replica?: { url: string; onChange: (problem?: unknown) => void } | undefined
  /** Zeros, for no limits, when filling whole tables. */
  patience?: typeof patience
  listens?: typeof listening
}

/** Connects to a PostgreSQL server and brings its schema to the newest version, one process at a time. */
export async function openPostgres(
  { url, connections, replica: settings, patience: limits = patience, listens = listening }: Settings,
  onError: (error: Error) => void,
): Promise<Engine> {
  await alone(url, (client) => migrate(client, { apply: (text) => client.query({ text, ...unhurried }) }))
  const pool = new KeptPool({ url, connections, onError, patience: limits })
  const guarded = guardConnection(pool, ['query', 'connect'], createFairLine(connections))
  const db = drizzle({ client: guarded }) as unknown as Database
  const replica = settings && openReplica({ ...settings, primaryUrl: url, connections }, guarded)
  return {
    kind: 'postgres',
    connections,
    db,
    reads: replica?.reads ?? db,
    ...(replica && { replica: replica.load }),
    label: settings ? `${describe(url)}, lists from ${describe(settings.url)}` : describe(url),
    queue: { db: { executeSql: (text, values) => guarded.query(text, values) } },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    listen: (channel, onMessage) => listenOn({ url, channel, listens }, onMessage, onError),
    alone: (work) => alone(url, work),
    async close() {
      await Promise.all([pool.end(), replica?.close()])
    },
  }
}

/** Holds the lock on a connection of its own, so that it is released when the process ends, however it ends. */
async function alone(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...quick })
  await client.connect().catch((cause: unknown) => {
    throw new Error('The database at DATABASE_URL cannot be used: start its server, or correct the address', {
      cause,
    })
  })
  // This connection is idle while the work is done elsewhere: without a listener, an error on it would end the process.
  client.on('error', () => undefined)
  try {
    await untilAlone(client)
    await work(client)
  } finally {
    // A server that went silent does not answer the goodbye either.
    await within(1_000, client.end())
  }
}

/**
 * Polls: a process waiting inside a statement would have a transaction open, and an index that the lock's holder creates
 * concurrently would wait for that to end.
 */
async function untilAlone(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [startLock])
    if (rows[0]?.locked) return
    // mutant(number): how soon it polls again, which only the clock shows
    await sleep(100)
  }
}

type Listening = { url: string; channel: string; listens: typeof listening }

/** Listens on a connection of its own, and reconnects when the server drops it or goes silent. */
async function listenOn(
  { url, channel, listens }: Listening,
  onMessage: (payload: string) => void,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  let stopped = false
  let client: pg.Client | undefined
  const connect = async () => {
    // A server that accepts the connection and never answers would leave this process deaf.
    const limits = { connectionTimeoutMillis: 5_000, query_timeout: listens.withinMs }
    const next = new pg.Client({ connectionString: url, ...limits, ...probed })
    client = next
    next.on('notification', (message) => onMessage(message.payload ?? ''))
    next.on('error', onError)
    next.on('end', () => {
      if (stopped) return
      // Messages sent from now on, or while the connection was dying, are lost.
      onMessage('')
      // mutant(number): how soon it reconnects, which only the clock shows
      setTimeout(() => void connect().catch(onError), 250).unref()
    })
    await next.connect()
    // Its end triggers a reconnect.
    const giveUp = () => cut(next)
    try {
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      giveUp()
      throw error
    }
    onMessage('')
    // A connection that only listens does not notice when the server goes silent.
    const sign = setInterval(() => void next.query('SELECT').catch(giveUp), listens.everyMs).unref()
    next.once('end', () => clearInterval(sign))
  }
  await connect()
  return async () => {
    stopped = true
    await client?.end()
  }
}

function describe(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `PostgreSQL at ${hostname}${port && `:${port}`}${pathname}`
}
