import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

/**
 * A query that is put together once for each database instead of for each call, which for a small read costs as much as
 * the read. `make` ends in Drizzle's `prepare`.
 */
export function prepared<Query>(make: (db: Database) => Query): (db: Database) => Query {
  const made = new WeakMap<Database, Query>()
  return (db) => {
    const known = made.get(db)
    if (known) return known
    const query = make(db)
    made.set(db, query)
    return query
  }
}

type Rows = { execute: { rows: unknown[] }; all: never; values: never }

/** The same for a statement in SQL, which has a placeholder in each value's place. */
export function preparedSql(statement: SQL) {
  const query = new PgDialect().sqlToQuery(statement)
  return prepared((db) => db._.session.prepareQuery<Rows>(query, undefined, undefined, false))
}
