import { AsyncLocalStorage } from 'node:async_hooks'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ConstructorOptions } from 'pg-boss'
import type { FairLine } from './fair-line.ts'

type Rows<T> = { rows: T[] }
interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>
}

/** A connection or an open transaction: what every store function takes first. Both engines fit it. */
export type Database = PgDatabase<RowsResult>

/** What lists and reports read through. It changes and locks nothing, so it may be a replica. */
export type Reads = Pick<Database, '_' | 'select' | '$count' | 'execute'>

/** Reads by outcome: answered by the replica, or by the primary because the replica was behind or failed. */
export type ReplicaLoad = { isUsed: boolean; reads: { replica: number; behind: number; failed: number } }

/** The database behind either engine, including what differs between them. */
export type Engine = {
  kind: 'embedded' | 'postgres'
  /** How many calls can query it at once. */
  connections: number
  db: Database
  /** The same data, with everything committed before the read, for lists and reports only. */
  reads: Reads
  /** Whether a replica is in use now, and the outcomes of the reads it could have answered. */
  replica?: () => ReplicaLoad
  /** For the banner: where the data is, without a password. */
  label: string
  /** The database in the form the job queue takes. */
  queue: Pick<ConstructorOptions, 'db' | 'backend'>
  /**
   * Calls back for each NOTIFY on the channel, from any process. When listening breaks off and when it resumes, it calls back
   * with an empty text, which stands for everything missed. Returns a function that stops it.
   */
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>
  /** Runs work that processes on the same database must do one after the other, even when they all start at once. */
  alone(work: () => Promise<void>): Promise<void>
  /** Removes old row versions and updates the statistics that plans are based on; a server does this by itself. */
  tidy?: () => Promise<void>
  /** How many connections are open, idle, and waited for. */
  load?: () => { open: number; idle: number; waiting: number }
  /** A copy of everything at one moment, for an engine no other process can query: its files, packed and compressed. */
  dump?: () => Promise<Uint8Array>
  close(): Promise<void>
}

const openTransaction = new AsyncLocalStorage<true>()

/**
 * Wraps the methods of a driver that take a connection of their own: each waits for its turn, and throws when this call chain
 * holds a transaction. On the embedded engine, which has one connection, such a call would wait for itself forever; on a
 * server it would silently run outside the transaction.
 */
export function guardConnection<T extends object>(
  driver: T,
  methods: readonly (keyof T & string)[],
  line: FairLine,
): T {
  return new Proxy(driver, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target)
      if (typeof value !== 'function') return value
      if (!methods.some((name) => name === property)) return value.bind(target)
      return (...args: unknown[]) => {
        if (openTransaction.getStore()) {
          throw new Error(`${String(property)} was called outside the open transaction: pass the transaction on`)
        }
        return inTurn(line, () => Reflect.apply(value, target, args))
      }
    },
  })
}

/** A turn ends when the call is answered or, when the answer is a connection, when that is released. */
async function inTurn(line: FairLine, ask: () => unknown): Promise<unknown> {
  const leave = await line.enter()
  try {
    const answer = await ask()
    if (!isConnection(answer)) {
      leave()
      return answer
    }
    return handedOut(answer, leave)
  } catch (error) {
    leave()
    throw error
  }
}

type Connection = { release: (...given: unknown[]) => unknown }
const isConnection = (answer: unknown): answer is Connection =>
  typeof answer === 'object' && answer !== null && 'release' in answer

/** A connection for one transaction. */
function handedOut(connection: Connection, leave: () => void): Connection {
  const { release } = connection
  connection.release = (...reasons) => {
    Object.assign(connection, { release })
    leave()
    return Reflect.apply(release, connection, reasons)
  }
  return connection
}

type Values<P> = { [K in keyof P]: Awaited<P[K]> }

/**
 * Awaits statements of one transaction that were sent together and run one after the other.
 * @throws the error of the first that fails: those behind it only say that they were not run.
 */
export async function inOrder<P extends readonly unknown[]>(statements: readonly [...P]): Promise<Values<P>> {
  const values: unknown[] = []
  for (const each of await Promise.allSettled(statements)) {
    if (each.status === 'rejected') throw each.reason
    values.push(each.value)
  }
  return values as Values<P>
}

/** Runs `work` in one transaction; what it throws rolls everything back. */
export function inTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction((tx) => openTransaction.run(true, () => work(tx)))
}
