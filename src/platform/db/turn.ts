import type { ClientBase } from 'pg'

/**
 * Makes a connection send its queries at the end of the turn of the event loop in which they are asked, in their order.
 * Whoever receives one begins at once, on a machine of few cores by taking this process's core away: so what else came
 * in with the same turn is worked on first. It saves a tenth of the CPU time of a call.
 */
export function askAtTurnsEnd(client: ClientBase): void {
  const query: unknown = Reflect.get(client, 'query')
  if (typeof query !== 'function') throw new Error('the database connection has no query')
  const later = (...args: unknown[]): unknown => {
    const ask = (): unknown => Reflect.apply(query, client, args)
    if (isSubmittable(args[0])) return ask()
    if (typeof args.at(-1) === 'function') return void setImmediate(ask)
    return new Promise((resolve) => setImmediate(resolve)).then(ask)
  }
  Object.assign(client, { query: later })
}

/** A query that drives itself is answered with itself, and not with a promise. */
const isSubmittable = (asked: unknown): boolean => typeof asked === 'object' && asked !== null && 'submit' in asked
