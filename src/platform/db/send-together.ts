import pg, { type ClientBase } from 'pg'
import { inOrder, type Database } from './database.ts'

type Query = (...statement: unknown[]) => unknown

/**
 * Makes a connection send everything asked of it at one moment in one piece, and a transaction's `begin` with its first
 * statement: each round trip to the server costs as much as a small statement.
 */
export function sendTogether(client: ClientBase): void {
  const query: Query = client.query
  const send: Query = (...statement) => {
    holdBack(client)
    return Reflect.apply(query, client, statement)
  }
  Object.assign(client, { query: beginningLater(endingEarly(client, send)) })
}

/** Buffers what is sent until the current tick's work is done. */
function holdBack(client: ClientBase): void {
  const connection: unknown = Reflect.get(client, 'connection')
  if (!(connection instanceof pg.Connection)) return
  const { stream } = connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

function beginningLater(send: Query): Query {
  let begin: unknown[] | undefined
  /** Set while the server's answer to `begin` is awaited. */
  let begun: Promise<unknown> | undefined

  function first(statement: unknown[], beginning: unknown[]): unknown {
    const answer = Promise.resolve(send(...beginning))
    // If `begin` failed, a write would be committed at once, so only a read may be sent along with it.
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

/** By connection: sets how many statements its transaction ends with. */
const endings = new WeakMap<object, (statements: number) => void>()

/**
 * Makes a transaction end with the given number of next statements: its `commit` is sent with the last of them, so that its
 * locks are not held for another round trip. The server treats it as a `rollback` when one of them has failed: their results
 * must not matter, so each has to fail when nothing is to be kept. The embedded engine, which has no round trips, ends as usual.
 */
export function endWith(tx: Database, statements: number): void {
  endings.get(Reflect.get(tx._.session, 'client'))?.(statements)
}

function endingEarly(client: object, send: Query): Query {
  /** The `commit` is sent with this many statements from now, when positive. */
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
    if (ended) return Promise.reject(new Error('the transaction has already ended with its last statement'))
    const answer = send(...statement)
    if (before === 1) {
      ended = Promise.resolve(send('commit'))
      // Whoever ends the transaction gets the error.
      ended.catch(() => undefined)
    }
    before -= 1
    return answer
  }
}

/** The text of a statement in any form the driver takes. */
export function textOf([statement]: unknown[]): string {
  if (typeof statement === 'string') return statement
  const text: unknown = typeof statement === 'object' && statement !== null && Reflect.get(statement, 'text')
  return typeof text === 'string' ? text : ''
}
