import { is, Placeholder, type Query, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Reads } from './database.ts'

/**
 * A query that is built once per engine instead of on each call or transaction, which for a small read costs as much as the
 * read. `make` ends in Drizzle's `prepare`.
 */
export function cachedQuery<Q extends object>(make: (db: Reads) => Q): (db: Reads) => Q {
  /** By session class: each engine has its own. */
  const made = new WeakMap<object, Q>()
  return (db) => {
    const { session } = db._
    const query = made.get(session.constructor) ?? make(db)
    made.set(session.constructor, query)
    // From one connection or transaction to the next, Drizzle's prepared queries differ only in the client they use.
    return Object.assign(Object.create(query), { client: Reflect.get(session, 'client') })
  }
}

type Rows = { execute: { rows: unknown[] }; all: never; values: never }

/** The same for an SQL statement with a placeholder for each value. */
export function cachedSql(statement: SQL) {
  const query = sendingEachOnce(new PgDialect().sqlToQuery(statement))
  // mutant(boolean): only Drizzle's batches ask for it
  return cachedQuery((db) => db._.session.prepareQuery<Rows>(query, undefined, undefined, false))
}

/** Drizzle numbers every placeholder separately: a value that has several is sent and read once, under its first number. */
function sendingEachOnce({ sql, params, ...query }: Query): Query {
  // mutant(condition → true): as stated above, each is a placeholder
  const names = params.map((param) => (is(param, Placeholder) ? param.name : param))
  const once = [...new Set(names)]
  return {
    ...query,
    sql: sql.replaceAll(/\$(\d+)/g, (_, place: string) => `$${once.indexOf(names[Number(place) - 1]) + 1}`),
    params: once.map((name) => params[names.indexOf(name)]),
  }
}
