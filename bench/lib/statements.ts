import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from '#platform/db/database.ts'

export type Statement = { text: string; values: unknown[] }

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

/** The statement as SQL that needs no values; for those that `isFresh` picks, `fresh` stands instead. */
export function withValues({ text, values }: Statement, fresh = '', isFresh = (_value: unknown) => false): string {
  const sql = text.replace(/\$(\d+)/g, (_, n: string) => {
    const value = values[Number(n) - 1]
    if (isFresh(value)) return fresh
    return value === null ? 'null' : pg.escapeLiteral(String(value))
  })
  return `${sql.replaceAll(/\s*\n\s*/g, ' ').trim()};\n`
}
