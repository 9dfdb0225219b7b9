import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Engine } from '#platform/db/database.ts'

/** LISTEN and NOTIFY between processes, without PostgreSQL: everyone receives every message, the sender included. */
export function openChannel() {
  const heard: ((payload: string) => void)[] = []
  const told: string[] = []
  const engine = {
    kind: 'postgres',
    db: {
      execute: async (statement: SQL) => {
        const { params } = new PgDialect().sqlToQuery(statement)
        // The channel name comes first, then the messages.
        const [, ...messages] = params.flat().map(String)
        for (const message of messages) {
          told.push(message)
          for (const hear of heard) hear(message)
        }
      },
    },
    listen: async (_channel: string, hear: (payload: string) => void) => {
      heard.push(hear)
      return async () => void heard.splice(heard.indexOf(hear), 1)
    },
  }
  return { engine: engine as unknown as Engine, heard, told }
}
