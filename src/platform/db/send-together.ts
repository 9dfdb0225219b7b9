import pg, { type ClientBase } from 'pg'
import { inOrder } from './database.ts'

type Query = (...statement: unknown[]) => unknown

/**
 * Makes a connection send what is asked of it at one moment in one piece, and a transaction's beginning with its first
 * statement: each journey to the server costs as much as a small statement.
 */
export function sendTogether(client: ClientBase): void {
  const query: Query = client.query
  const send: Query = (...statement) => {
    holdBack(client)
    return Reflect.apply(query, client, statement)
  }
  Object.assign(client, { query: beginningLater(send) })
}

/** Until the work of this moment is done. */
function holdBack(client: ClientBase): void {
  const connection: unknown = Reflect.get(client, 'connection')
  if (!(connection instanceof pg.Connection)) return
  const { stream } = connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

function beginningLater(send: Query): Query {
  let begin: unknown[] | undefined
  /** While the server's word on it is awaited. */
  let begun: Promise<unknown> | undefined

  function first(statement: unknown[], beginning: unknown[]): unknown {
    const answer = Promise.resolve(send(...beginning))
    // Were no transaction begun, what writes would write for good: only what reads may go with it.
    if (textOf(statement).startsWith('select')) return inOrder([answer, send(...statement)]).then(([, read]) => read)
    begun = answer.finally(() => (begun = undefined))
    return begun.then(() => send(...statement))
  }

  return (...statement) => {
    if (begun) return begun.then(() => send(...statement))
    if (begin) {
      const beginning = begin
      begin = undefined
      return first(statement, beginning)
    }
    if (textOf(statement) !== 'begin') return send(...statement)
    begin = statement
    return Promise.resolve({ rows: [] })
  }
}

/** What is asked, in any of the ways that the driver takes it. */
export function textOf([statement]: unknown[]): string {
  if (typeof statement === 'string') return statement
  const text: unknown = typeof statement === 'object' && statement !== null && Reflect.get(statement, 'text')
  return typeof text === 'string' ? text : ''
}
