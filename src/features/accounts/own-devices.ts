import { parse } from 'bowser'
import { and, desc, eq, sql } from 'drizzle-orm'
import { messages } from '#content/messages.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { Actor } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { recordOwn } from './audited.ts'
import type { SignedInDevice } from './schema.ts'
import { lockActor } from './store.ts'
import { sessions } from './tables.ts'

/** More than anybody has at hand; “sign out everywhere” ends the rest too. */
const mostListed = 50

/** Lists where people are signed in, and signs them out one device at a time. */
export function createOwnDevices({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Where somebody is signed in: this device first, then the most recently used. */
    async list(actor: Actor): Promise<SignedInDevice[]> {
      const isThis = eq(sessions.id, actor.session)
      const rows = await db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, actor.id), sql`${sessions.expiresAt} > now()`))
        .orderBy(desc(isThis), desc(sessions.updatedAt), desc(sessions.id))
        .limit(mostListed)
      return rows.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
        _id: id,
        current: id === actor.session,
        name: deviceName(userAgent),
        address: ipAddress,
        signedInAt: createdAt.toISOString(),
        usedAt: updatedAt.toISOString(),
      }))
    },

    /** Signs one device out: its access tokens end too. @throws Failure 'unauthenticated', 'not-found'. */
    async end(actor: Actor, id: string): Promise<void> {
      await retryConflicts(() =>
        inTransaction(db, async (tx) => {
          if (!(await lockActor(tx, actor))) throw new Failure('unauthenticated', messages.signInFirst)
          const [ended] = await tx
            .delete(sessions)
            .where(and(eq(sessions.id, id), eq(sessions.userId, actor.id)))
            .returning()
          if (!ended) throw new Failure('not-found', 'This device is already signed out.')
          const before = { device: deviceName(ended.userAgent), address: ended.ipAddress }
          await recordOwn(tx, 'account.device-ended', actor, { at: clock.now(), before })
        }),
      )
    },
  }
}

/** The browser and operating system that a user agent names: Chrome on Android. */
export function deviceName(userAgent: string | null): string {
  const { browser, os } = userAgent ? parse(userAgent) : {}
  return `${browser?.name || 'A browser'}${os?.name ? ` on ${os.name}` : ''}`
}
