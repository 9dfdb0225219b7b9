import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from '#platform/db/database.ts'

type Statement = { text: string; values: unknown[] }
/** The statements of a use case, in their order; those that begin and end its transaction among them. */
export type Transaction = Statement[]

const fresh = '00000000-0000-7000-8000-f4e5f4e5'

/** Among values, stands for an id that nothing has yet, the nth of a transaction: who sends it puts one in its place, the same in all of it. */
export const freshId = (n: number): string => fresh + n.toString(16).padStart(4, '0')

/** Those that a value has. */
export const freshIdsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [...new Set(value.match(new RegExp(`${fresh}[\\da-f]{4}`, 'g')))] : []

/**
 * What a use case sends, taken from the use case itself so that the two cannot drift apart. It runs once, for real.
 */
export async function transactionOf(url: string, run: (db: Database) => Promise<unknown>): Promise<Transaction> {
  const sent: Transaction = []
  const client = new pg.Client({ connectionString: url, pipeline: true })
  await client.connect()
  const query: unknown = Reflect.get(client, 'query')
  if (typeof query !== 'function') throw new Error('the database connection has no query')
  const listening = (statement: string | { text: string }, values: unknown[] = []): unknown => {
    sent.push({ text: typeof statement === 'string' ? statement : statement.text, values })
    return Reflect.apply(query, client, [statement, values])
  }
  await run(drizzle({ client: Object.assign(client, { query: listening }) }) as unknown as Database)
  Reflect.deleteProperty(client, 'query')
  await client.end()
  return sent
}
