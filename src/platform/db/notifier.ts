import { sql } from 'drizzle-orm'
import type { Log } from '../log/log.ts'
import type { Engine } from './database.ts'
import { onBehalfOf } from './fair-line.ts'

/** PostgreSQL commits notifications one by one: what is said within this time is told together. */
const togetherMs = 50
/** When what was not told is told again. */
const againMs = 1_000

/** Tells every process that listens on a channel, a moment later: outside the transactions of the causes, and kept until it is told. */
export function createNotifier(engine: Engine, channel: string, log: Log) {
  const untold = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const tell = async () => {
    clearTimeout(timer) // mutant(statement): it would find nothing to tell, or tell it sooner
    timer = undefined
    const messages = [...untold]
    untold.clear()
    // mutant(condition → false): nobody would be told anything
    if (messages.length === 0) return
    await engine.db
      .execute(sql`select pg_notify(${channel}, message) from unnest(${sql.param(messages)}::text[]) as message`)
      .catch((error: unknown) => {
        log.error('other processes could not be told of a change', { error })
        for (const message of messages) untold.add(message)
        tellIn(againMs)
      })
  }
  // In nobody's name: others would wait for it in the line of who changed something.
  const tellIn = (ms: number) => (timer ??= setTimeout(() => void onBehalfOf('', tell), ms))

  return {
    /** What is said several times before it is told is told once. */
    say(message: string): void {
      untold.add(message)
      tellIn(togetherMs)
    },

    /** Tells what was not told yet. */
    async stop(): Promise<void> {
      await tell()
      clearTimeout(timer)
    },
  }
}
