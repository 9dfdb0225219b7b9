import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Engine } from '../db/database.ts'
import type { Log } from '../log/log.ts'
import { everyTag, type CacheTag, type PageCache } from './cache.ts'

const channel = 'page_changes'
/** PostgreSQL commits notifications one by one: changes within this time are told together. */
const togetherMs = 50

/** Tells every process on the same database what changed, so that none shows old pages. */
export function createInvalidation(engine: Engine, cache: PageCache, log: Log) {
  const self = randomUUID()
  // The embedded engine has one process: nobody else to tell.
  const shared = engine.kind === 'postgres'
  let stop: (() => Promise<void>) | undefined

  const hear = (payload: string) => {
    const [from, changed] = payload.split(' ')
    if (from === self) return
    for (const tag of everyTag) if (!changed || changed === tag) cache.markStale(tag)
  }

  const untold = new Set<CacheTag>()
  let timer: NodeJS.Timeout | undefined
  const tell = async () => {
    clearTimeout(timer) // mutant(statement): it would find nothing to tell, or tell it sooner
    timer = undefined
    const tags = [...untold]
    untold.clear()
    // mutant(condition → false): nobody would be told anything
    if (tags.length === 0) return
    const messages = tags.map((tag) => `${self} ${tag}`)
    await engine.db
      .execute(sql`select pg_notify(${channel}, message) from unnest(${sql.param(messages)}::text[]) as message`)
      .catch((error: unknown) => log.error('other processes could not be told of a change', { error }))
  }

  return {
    /** To be called after the commit: drops what shows it here, and soon after expires it everywhere else. */
    announce(...changed: CacheTag[]): void {
      for (const tag of changed) {
        cache.purge(tag)
        // mutant(condition → true): alone, it would tell itself
        if (shared) untold.add(tag)
      }
      // mutant(condition → true): it would find nothing to tell
      if (untold.size > 0) timer ??= setTimeout(() => void tell(), togetherMs)
    },

    async start(): Promise<void> {
      // mutant(condition → true): alone, it would hear itself
      if (shared) stop = await engine.listen(channel, hear)
    },

    async stop(): Promise<void> {
      await tell()
      await stop?.()
    },
  }
}
