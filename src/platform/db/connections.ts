import pg from 'pg'
import { statementSpan } from '../tracing/statement.ts'
import { isTracing, traced } from '../tracing/trace.ts'
import { createStatementNames, nameStatements } from './name-statements.ts'
import { askOver } from './one-connection.ts'
import { sendTogether, textOf } from './send-together.ts'

/** Without keep-alive probes, only the call that needs an idle connection would find out that it was cut off. */
export const probed = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 }

/** How long the server waits for a lock, runs a statement and keeps an idle transaction open, in milliseconds. */
export const patience = { lock: 2_000, statement: 7_000, transaction: 7_000 }

const setLimits = `SELECT set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false),
  set_config('idle_in_transaction_session_timeout', $3, false)`

type Options = { url: string; connections: number; onError: (error: Error) => void; patience: typeof patience }

/**
 * The connections of a process. One that fails other than by an error from the server is ended at once, since its next answer
 * could belong to another statement; after an error from the server, a connection is as good as before and keeps its plans.
 */
export class KeptPool extends pg.Pool {
  /** Connections that were open when the server went silent on one of them. */
  readonly #distrusted = new WeakSet<pg.ClientBase>()
  readonly #all = new Set<pg.ClientBase>()

  constructor({ url, connections, onError, patience: { lock, statement, transaction } }: Options) {
    const nameOf = createStatementNames()
    const limits = [lock, statement, transaction].map(String)
    super({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: 5_000,
      // A connection is kept for good: a new one costs a sign-in, and has to prepare and plan every statement again.
      idleTimeoutMillis: 0,
      // A server that went silent does not report that its own limits were exceeded.
      query_timeout: statement && statement + 1_000,
      // Statements issued at the same time are sent without waiting for each other.
      pipeline: true,
      ...probed,
    })
    this.on('error', onError)
    this.on('connect', (client) => {
      // The pool handles errors of idle connections only: one that breaks in a transaction must not end the process.
      client.on('error', onError)
      // Not as startup parameters, which a pooler (PgBouncer) refuses. It is sent before the statement that needs the connection.
      client.query(setLimits, limits).catch(() => cut(client))
      nameStatements(client, nameOf)
      sendTogether(client)
      endWhenBroken(client, (error) => isSilence(error) && this.#all.forEach((each) => this.#distrusted.add(each)))
      this.#all.add(client)
      if (isTracing()) traceStatements(client)
    })
    this.on('remove', (client) => this.#all.delete(client))
  }

  /**
   * When the network dropped one connection, the others are not tried one by one, each with the full wait for a silent server.
   */
  override async connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect()
      if (!this.#distrusted.has(client)) return client
      cut(client)
      client.release(true)
    }
  }

  /**
   * The pool's own `query` would end the connection after every statement the server refuses. This one ends it only when its
   * next user could land in a transaction that was begun and not ended.
   */
  override async query(...statement: unknown[]): Promise<never> {
    // The server's error arrives before its transaction status, so the last known status may be outdated.
    return askOver(this, canBeSeveral(statement), (client) => Reflect.apply(client.query, client, statement)) as never
  }
}

/** One text can hold several statements only when it has no values. */
const canBeSeveral = ([statement, values]: unknown[]) => typeof statement === 'string' && values === undefined

const isSilence = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

function endWhenBroken(client: pg.ClientBase, onBroken: (error: unknown) => void): void {
  const query: (...statement: unknown[]) => unknown = client.query
  async function watched(...statement: unknown[]): Promise<unknown> {
    try {
      return await Reflect.apply(query, client, statement)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) {
        cut(client)
        onBroken(error)
      }
      throw error
    }
  }
  Object.assign(client, { query: watched })
}

function traceStatements(client: pg.ClientBase): void {
  const query: (...statement: unknown[]) => unknown = client.query
  const ask = (...statement: unknown[]) => Reflect.apply(query, client, statement)
  Object.assign(client, {
    query: (...statement: unknown[]) =>
      traced(
        () => statementSpan(textOf(statement)),
        async () => ask(...statement),
      ),
  })
}

/** Destroys the socket instead of ending the session: behind a silent server, a graceful end would wait like everything else. */
export function cut(client: pg.ClientBase): void {
  const connection: unknown = Reflect.get(client, 'connection')
  if (connection instanceof pg.Connection) connection.stream.destroy()
}
