import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { within } from '#shared/within.ts'
import { cut, KeptPool, patience, probed } from './connections.ts'
import { guardConnection, type Database, type Engine } from './database.ts'
import { createFairLine } from './fair-line.ts'
import { migrate } from './migrate.ts'
import { openReplica } from './replica.ts'

/** Any number: the key of the advisory lock under which one process at a time starts. */
// mutant(number): as it says
const startLock = 7_267_001

/** What is answered at once is waited for no longer, in milliseconds: its connection may be one on which nothing is said any more. */
const quick = { query_timeout: 5_000 }
/** What changes a large table takes as long as it takes. */
const unhurried = { query_timeout: 24 * 3_600_000 }

/** How often a connection that listens is asked whether it still is one, and how long it may take to say so. */
// mutant(number): a second more
const listening = { everyMs: 5_000, withinMs: quick.query_timeout }

type Settings = {
  /** postgres:// */
  url: string
  /** How many connections the process may have, besides those that listen. */
  connections: number
  /** Where else lists and reports may be read, and who hears for how long they could not. */
  replica?: { url: string; onChange: (problem?: unknown) => void } | undefined
  /** None for who fills whole tables. */
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

/** Holds the lock by a connection of its own, so that it goes with the process, however that ends. */
async function alone(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...quick })
  await client.connect().catch((cause: unknown) => {
    throw new Error('The database at DATABASE_URL cannot be used: start its server, or correct the address', {
      cause,
    })
  })
  // While the work is done elsewhere this connection rests: without a listener its end would be the process's.
  client.on('error', () => undefined)
  try {
    await untilAlone(client)
    await work(client)
  } finally {
    // A server that went silent does not say goodbye either.
    await within(1_000, client.end())
  }
}

/**
 * Asks again and again: whoever waits inside a statement has a transaction open, for the end of which an index that is created concurrently
 * by the one inside would wait in turn.
 */
async function untilAlone(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [startLock])
    if (rows[0]?.locked) return
    // mutant(number): how soon it asks again, which only the clock tells
    await sleep(100)
  }
}

type Listening = { url: string; channel: string; listens: typeof listening }

/** A connection of its own that listens, and reconnects when the server drops it or says nothing any more. */
async function listenOn(
  { url, channel, listens }: Listening,
  onMessage: (payload: string) => void,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  let stopped = false
  let client: pg.Client | undefined
  const connect = async () => {
    // Who takes the call and says nothing would leave this process deaf.
    const limits = { connectionTimeoutMillis: 5_000, query_timeout: listens.withinMs }
    const next = new pg.Client({ connectionString: url, ...limits, ...probed })
    client = next
    next.on('notification', (message) => onMessage(message.payload ?? ''))
    next.on('error', onError)
    next.on('end', () => {
      if (stopped) return
      // What is said from now on, and what was said while the connection was dying, is lost.
      onMessage('')
      // mutant(number): how soon it looks again, which only the clock tells
      setTimeout(() => void connect().catch(onError), 250).unref()
    })
    await next.connect()
    // Its end has another one tried.
    const giveUp = () => cut(next)
    try {
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      giveUp()
      throw error
    }
    onMessage('')
    // Nobody who only listens notices that nothing is said any more.
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
