import pg from 'pg'
import { statementSpan } from '../tracing/statement.ts'
import { isTracing, traced } from '../tracing/trace.ts'
import { createStatementNames, nameStatements } from './name-statements.ts'
import { askOver } from './one-connection.ts'
import { sendTogether, textOf } from './send-together.ts'

/** Without a sign of life, a connection that rests and was cut off on its way would be found out by the call that needs it. */
export const probed = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 }

/** How long the server waits for a lock, works on a statement and keeps a transaction that says nothing, in milliseconds. */
export const patience = { lock: 2_000, statement: 7_000, transaction: 7_000 }

const setLimits = `SELECT set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false),
  set_config('idle_in_transaction_session_timeout', $3, false)`

type Options = { url: string; connections: number; onError: (error: Error) => void; patience: typeof patience }

/**
 * The connections of a process. One that fails otherwise than by the server's answer is ended at once, since what it says next
 * could be about something else; one that was answered with an error is as good as before, and keeps its plans.
 */
export class KeptPool extends pg.Pool {
  /** Connections that were there when the server said nothing on one of them. */
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
      // A server that went silent says nothing of its own limits.
      query_timeout: statement && statement + 1_000,
      // Statements that are asked for at once travel at once.
      pipeline: true,
      ...probed,
    })
    this.on('error', onError)
    this.on('connect', (client) => {
      // The pool listens to idle connections alone: one that breaks in a transaction must not end the process.
      client.on('error', onError)
      // Not as parameters of the sign-in, which a pooler (PgBouncer) refuses. It travels before whatever the connection is wanted for.
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
   * Of a network that forgot one connection, the others are not tried one after the other, each for as long as one waits for a silent
   * server.
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
   * The pool's own way would end the connection of every statement that the server refuses. Here it is ended only when the
   * next to have it could be in a transaction that was begun and not ended.
   */
  override async query(...statement: unknown[]): Promise<never> {
    // The server's refusal comes before its word on the transaction, so that the last word may be an older one.
    return askOver(this, canBeSeveral(statement), (client) => Reflect.apply(client.query, client, statement)) as never
  }
}

/** Several statements can travel in one text only without values. */
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

/** Ends the socket, not the session: what waits behind a silent server would wait for its goodbye too. */
export function cut(client: pg.ClientBase): void {
  const connection: unknown = Reflect.get(client, 'connection')
  if (connection instanceof pg.Connection) connection.stream.destroy()
}
