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

/** What lists and reports are read by. It changes and locks nothing, so that it may be a replica's. */
export type Reads = Pick<Database, '_' | 'select' | '$count' | 'execute'>

/** Reads by what became of them: the replica had all of it; it had not, or failed, so that the primary answered. */
export type ReplicaLoad = { isUsed: boolean; reads: { replica: number; behind: number; failed: number } }

/** The same database behind either engine, with what differs between them. */
export type Engine = {
  kind: 'embedded' | 'postgres'
  /** How many may ask it at once. */
  connections: number
  db: Database
  /** The same data, all of it that was committed before it is asked, for lists and reports alone. */
  reads: Reads
  /** Whether a replica is read now, and what became of the reads that it might have answered. */
  replica?: () => ReplicaLoad
  /** For the banner: where the data is, without a password. */
  label: string
  /** The database as the job queue takes it. */
  queue: Pick<ConstructorOptions, 'db' | 'backend'>
  /**
   * Calls back for each NOTIFY on the channel, from whichever process, and with an empty text, which stands for all that was
   * missed, when it cannot listen any more and when it listens again. Answers a function that stops it.
   */
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>
  /** Does work that processes on the same database, which may all start at once, must do one after the other. */
  alone(work: () => Promise<void>): Promise<void>
  /** Clears away old versions of rows and counts the new ones, which a server does by itself: plans are made by the counts. */
  tidy?: () => Promise<void>
  /** How many connections there are, rest, and are waited for. */
  load?: () => { open: number; idle: number; waiting: number }
  /** A copy of all of it as of one moment, for an engine that nobody else can ask: its files, packed and compressed. */
  dump?: () => Promise<Uint8Array>
  close(): Promise<void>
}

const openTransaction = new AsyncLocalStorage<true>()

/**
 * Wraps the methods of a driver that take a connection of their own: each waits for its turn, and calling one while this call
 * chain holds a transaction throws. On the embedded engine, which has one connection, such a call would wait for itself for
 * ever; on a server it would silently leave the transaction.
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

/** A turn is over with what was asked for, or, when that is a connection, when it is released. */
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
 * Statements of one transaction that were sent at one moment, and are done one after the other.
 * @throws what the first that fails throws: those behind it only say that they were not done.
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
