import { is, Placeholder, type Query, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Reads } from './database.ts'

/**
 * A query that is put together once for each engine instead of for each call or transaction, which for a small read costs as
 * much as the read. `make` ends in Drizzle's `prepare`.
 */
export function cachedQuery<Q extends object>(make: (db: Reads) => Q): (db: Reads) => Q {
  /** By the class of the session, of which each engine has its own. */
  const made = new WeakMap<object, Q>()
  return (db) => {
    const { session } = db._
    const query = made.get(session.constructor) ?? make(db)
    made.set(session.constructor, query)
    // Drizzle's prepared queries differ from one connection or transaction to the next in the client they ask, and in nothing else.
    return Object.assign(Object.create(query), { client: Reflect.get(session, 'client') })
  }
}

type Rows = { execute: { rows: unknown[] }; all: never; values: never }

/** The same for a statement in SQL, which has a placeholder in each value's place. */
export function cachedSql(statement: SQL) {
  const query = sendingEachOnce(new PgDialect().sqlToQuery(statement))
  // mutant(boolean): only Drizzle's batches ask for it
  return cachedQuery((db) => db._.session.prepareQuery<Rows>(query, undefined, undefined, false))
}

/** Drizzle numbers every place separately: a value that has several is sent and read once, under the number of its first. */
function sendingEachOnce({ sql, params, ...query }: Query): Query {
  // mutant(condition → true): as it says above, each is one
  const names = params.map((param) => (is(param, Placeholder) ? param.name : param))
  const once = [...new Set(names)]
  return {
    ...query,
    sql: sql.replaceAll(/\$(\d+)/g, (_, place: string) => `$${once.indexOf(names[Number(place) - 1]) + 1}`),
    params: once.map((name) => params[names.indexOf(name)]),
  }
}
