import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from '#platform/db/database.ts'

export type Statement = { text: string; values: unknown[] }

/** Among values, stands for an id that nothing has yet: who sends the statement puts one there. */
export const freshId = 'a fresh id'

/**
 * The statement that a store function sends, taken from the function itself so that the two cannot drift apart.
 * `read` gets a database that answers nothing.
 */
export async function statementOf(read: (db: Database) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = []
  const query = async ({ text }: { text: string }, values: unknown[]) => {
    sent.push({ text, values })
    return { rows: [] }
  }
  await read(drizzle({ client: Object.assign(new pg.Client(), { query }) }) as unknown as Database)
  const [statement] = sent
  if (!statement || sent.length > 1) throw new Error(`expected one statement, not ${sent.length}`)
  return statement
}
