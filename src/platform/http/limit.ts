import { lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { rateLimits } from './tables.ts'

/** At most `count` times in `seconds` for each key; `message` replaces the usual text for whoever exceeds it. */
export type Limit = { name: string; count: number; seconds: number; message?: string }

export type RateLimiter = {
  /** Counts one use. @throws Failure 'too-many' with `retryAfter` seconds when the limit is exceeded. */
  use(limit: Limit, key: string): Promise<void>
  /** Resets the count for the key, for example after a correct password. */
  clear(limit: Limit, key: string): Promise<void>
  /** Deletes windows that are over. */
  sweep(): Promise<void>
}

/**
 * Fixed windows in the database, so that several processes count together.
 * @param usual the text for whoever exceeds a limit.
 */
export function createRateLimiter(db: Database, clock: Clock, usual: string): RateLimiter {
  return {
    async use(limit, key) {
      const now = clock.now()
      const resetAt = new Date(now.getTime() + limit.seconds * 1000)
      // A window is also over if its clock has been set back since: none ends later than one that begins now. Clocks of
      // processes differ by less than a window.
      const latest = new Date(resetAt.getTime() + limit.seconds * 1000).toISOString()
      const over = sql`(${rateLimits.resetAt} <= ${now.toISOString()}::timestamptz or ${rateLimits.resetAt} > ${latest}::timestamptz)`
      const [row] = await db
        .insert(rateLimits)
        .values({ key: `${limit.name}:${key}`, count: 1, resetAt })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            count: sql`case when ${over} then 1 else ${rateLimits.count} + 1 end`,
            resetAt: sql`case when ${over} then excluded.reset_at else ${rateLimits.resetAt} end`,
          },
        })
        .returning()
      // mutant(logic → row.count > limit.count): what is written comes back
      if (row && row.count > limit.count) {
        const retryAfter = Math.ceil((row.resetAt.getTime() - now.getTime()) / 1000)
        throw new Failure('too-many', limit.message ?? usual, { extra: { retryAfter } })
      }
    },
    async clear(limit, key) {
      await db.delete(rateLimits).where(sql`${rateLimits.key} = ${`${limit.name}:${key}`}`)
    },
    async sweep() {
      // mutant(lt): one moment sooner
      await db.delete(rateLimits).where(lt(rateLimits.resetAt, clock.now()))
    },
  }
}
