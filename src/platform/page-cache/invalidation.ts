import { randomUUID } from 'node:crypto'
import type { Engine } from '../db/database.ts'
import { createNotifier } from '../db/notifier.ts'
import type { Log } from '../log/log.ts'
import type { CacheTag, PageCache } from './cache.ts'

const channel = 'page_changes'

/** What a change means for answers that show it: texts are purged, stock may be a second behind. */
export type Change = { purge?: readonly CacheTag[]; stale?: readonly CacheTag[] }

/** Tells every process on the same database what changed, so that none shows old pages. */
export function createInvalidation(engine: Engine, cache: PageCache, log: Log) {
  const self = randomUUID()
  // The embedded engine has one process: nobody else to tell.
  const shared = engine.kind === 'postgres'
  const notifier = createNotifier(engine, channel, log)
  let stop: (() => Promise<void>) | undefined

  const hear = (payload: string) => {
    const [from, kind, tag] = payload.split(' ')
    if (from === self) return
    if (kind === 'purge' && tag) cache.purge([tag])
    else if (kind === 'stale' && tag) cache.markStale([tag])
    else cache.doubt()
  }

  return {
    /** To be called after the commit: takes effect in this process at once, and soon after in all others. */
    announce({ purge = [], stale = [] }: Change): void {
      cache.purge(purge)
      cache.markStale(stale)
      // mutant(condition → false): alone, it would tell itself
      if (!shared) return
      for (const tag of purge) notifier.say(`${self} purge ${tag}`)
      for (const tag of stale) notifier.say(`${self} stale ${tag}`)
    },

    async start(): Promise<void> {
      // mutant(condition → true): alone, it would hear itself
      if (shared) stop = await engine.listen(channel, hear)
    },

    async stop(): Promise<void> {
      await notifier.stop()
      await stop?.()
    },
  }
}
