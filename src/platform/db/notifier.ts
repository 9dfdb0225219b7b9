import { sql } from 'drizzle-orm'
import type { Log } from '../log/log.ts'
import type { Engine } from './database.ts'
import { onBehalfOf } from './fair-line.ts'

/** PostgreSQL commits notifications one by one, so messages within this time are sent together. */
const togetherMs = 50
/** How soon a failed send is retried. */
const againMs = 1_000

/** Notifies every process that listens on a channel, a moment later: outside the causing transactions, and kept until sent. */
export function createNotifier(engine: Engine, channel: string, log: Log) {
  const untold = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const tell = async () => {
    clearTimeout(timer) // mutant(statement): it would find nothing to send, or send it sooner
    timer = undefined
    const messages = [...untold]
    untold.clear()
    // mutant(condition → false): an empty list would notify nobody
    if (messages.length === 0) return
    await engine.db
      .execute(sql`select pg_notify(${channel}, message) from unnest(${sql.param(messages)}::text[]) as message`)
      .catch((error: unknown) => {
        log.error('other processes could not be notified of a change', { error })
        for (const message of messages) untold.add(message)
        tellIn(againMs)
      })
  }
  // On nobody's behalf: otherwise other processes would wait for its turn in the line of whoever made the change.
  const tellIn = (ms: number) => (timer ??= setTimeout(() => void onBehalfOf('', tell), ms))

  return {
    /** A message given several times before it is sent is sent once. */
    say(message: string): void {
      untold.add(message)
      tellIn(togetherMs)
    },

    /** Sends what has not been sent yet. */
    async stop(): Promise<void> {
      await tell()
      clearTimeout(timer)
    },
  }
}
