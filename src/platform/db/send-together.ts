import pg, { type ClientBase } from 'pg'
import { inOrder, type Database } from './database.ts'

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
  Object.assign(client, { query: beginningLater(endingEarly(client, send)) })
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

/** By connection: how many statements its transaction ends with. */
const endings = new WeakMap<object, (statements: number) => void>()

/**
 * Has a transaction end with so many statements that come next: its `commit` leaves with the last of them, so that what it has
 * locked is not held for another journey. The server takes that for a `rollback` when one of them has failed: what they find
 * must not matter, so each has to fail where nothing is to stay. The embedded engine, to which nothing travels, ends as ever.
 */
export function endWith(tx: Database, statements: number): void {
  endings.get(Reflect.get(tx._.session, 'client'))?.(statements)
}

function endingEarly(client: object, send: Query): Query {
  /** So many statements from now its end travels, if that is more than none. */
  let before = 0
  let ended: Promise<unknown> | undefined
  endings.set(client, (statements) => (before = statements))

  function end(text: string): unknown {
    const answer = ended
    before = 0
    ended = undefined
    return answer ?? send(text)
  }

  return (...statement) => {
    const text = textOf(statement)
    if (text === 'commit' || text === 'rollback') return end(text)
    if (ended) return Promise.reject(new Error('the transaction has ended with its last statement'))
    const answer = send(...statement)
    if (before === 1) {
      ended = Promise.resolve(send('commit'))
      // Whoever ends the transaction is told.
      ended.catch(() => undefined)
    }
    before -= 1
    return answer
  }
}

/** What is asked, in any of the ways that the driver takes it. */
export function textOf([statement]: unknown[]): string {
  if (typeof statement === 'string') return statement
  const text: unknown = typeof statement === 'object' && statement !== null && Reflect.get(statement, 'text')
  return typeof text === 'string' ? text : ''
}
