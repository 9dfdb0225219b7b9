import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Engine } from '../db/database.ts'
import { onBehalfOf } from '../db/fair-line.ts'
import type { Log } from '../log/log.ts'
import type { CacheTag, PageCache } from './cache.ts'

const channel = 'page_changes'
/** PostgreSQL commits notifications one by one: changes within this time are told together. */
const togetherMs = 50
/** When what was not told is told again. */
const againMs = 1_000

/** What a change means for what shows it: words are purged, stock may be a second behind. */
export type Change = { purge?: readonly CacheTag[]; stale?: readonly CacheTag[] }

/** Tells every process on the same database what changed, so that none shows old pages. */
export function createInvalidation(engine: Engine, cache: PageCache, log: Log) {
  const self = randomUUID()
  // The embedded engine has one process: nobody else to tell.
  const shared = engine.kind === 'postgres'
  let stop: (() => Promise<void>) | undefined

  const hear = (payload: string) => {
    const [from, kind, tag] = payload.split(' ')
    if (from === self) return
    if (kind === 'purge' && tag) cache.purge([tag])
    else if (kind === 'stale' && tag) cache.markStale([tag])
    else cache.doubt()
  }

  const untold = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const tell = async () => {
    clearTimeout(timer) // mutant(statement): it would find nothing to tell, or tell it sooner
    timer = undefined
    const messages = [...untold]
    untold.clear()
    // mutant(condition → false): nobody would be told anything
    if (messages.length === 0) return
    const told = messages.map((message) => `${self} ${message}`)
    await engine.db
      .execute(sql`select pg_notify(${channel}, message) from unnest(${sql.param(told)}::text[]) as message`)
      .catch((error: unknown) => {
        log.error('other processes could not be told of a change', { error })
        for (const message of messages) untold.add(message)
        tellIn(againMs)
      })
  }
  // In nobody's name: others would wait for it in the line of who changed something.
  const tellIn = (ms: number) => (timer ??= setTimeout(() => void onBehalfOf('', tell), ms))

  return {
    /** To be called after the commit: what shows it hears of it here at once, and soon after everywhere else. */
    announce({ purge = [], stale = [] }: Change): void {
      cache.purge(purge)
      cache.markStale(stale)
      // mutant(condition → false): alone, it would tell itself
      if (!shared) return
      for (const tag of purge) untold.add(`purge ${tag}`)
      for (const tag of stale) untold.add(`stale ${tag}`)
      tellIn(togetherMs)
    },

    async start(): Promise<void> {
      // mutant(condition → true): alone, it would hear itself
      if (shared) stop = await engine.listen(channel, hear)
    },

    async stop(): Promise<void> {
      await tell()
      clearTimeout(timer)
      await stop?.()
    },
  }
}
