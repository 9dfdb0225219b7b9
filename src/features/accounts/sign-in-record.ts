import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { createRateLimiter } from '#platform/http/limit.ts'
import type { TokenSubject } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { recordOwn, recordStranger } from './audited.ts'
import { endAccess, endSession, findUserByEmail, findUserById, lockActor, lockUserByEmail } from './store.ts'

export type SignInRecord = ReturnType<typeof createSignInRecord>

/** Nobody fills the audit log with guesses. */
const noted = { name: 'failed sign-in noted', count: 1, seconds: 15 * 60 }

/** What the audit log has of signing in that the library does not write itself. */
export function createSignInRecord({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /**
     * Notes a wrong password, once in a quarter of an hour for each account. For an e-mail that nobody has as much is
     * written and committed, but for the entry: the time does not tell who has an account.
     */
    async failed(email: string): Promise<void> {
      await inTransaction(db, async (tx) => {
        await createRateLimiter(tx, clock, '').use(noted, email)
        const user = await findUserByEmail(tx, email)
        if (user) await recordStranger(tx, 'account.sign-in-failed', user, clock.now())
      }).catch((error: unknown) => {
        if (!(error instanceof Failure) || error.kind !== 'too-many') throw error
      })
    },

    /** Somebody, who need not be the owner, asks for a link to set a new password. */
    async resetAsked(userId: string): Promise<void> {
      const user = await findUserById(db, userId)
      if (user) await recordStranger(db, 'account.reset-asked', user, clock.now())
    },

    /** Ends a session whose owner signs out. */
    async signOut(session: { id: string; userId: string }): Promise<void> {
      await inTransaction(db, async (tx) => {
        const user = (await endSession(tx, session.id)) ? await findUserById(tx, session.userId) : undefined
        if (user) await recordOwn(tx, 'account.signed-out', user, { at: clock.now() })
      })
    },

    /** Ends everything that is open for somebody, by their own word. @returns whether they were still signed in. */
    signOutEverywhere: (actor: TokenSubject): Promise<boolean> =>
      retryConflicts(() =>
        inTransaction(db, async (tx) => {
          const user = (await lockActor(tx, actor)) && (await findUserById(tx, actor.id))
          if (!user) return false
          await endAccess(tx, actor.id)
          await recordOwn(tx, 'account.sessions-ended', user, { at: clock.now() })
          return true
        }),
      ),
  }
}

/**
 * Ends everything that is open for somebody in nobody's name, as who runs the shop may.
 * @returns whether there is such an account.
 */
export const signOutByOperator = (db: Database, email: string, at: Date): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user) return false
    await endAccess(tx, user.id)
    await recordStranger(tx, 'account.sessions-ended', user, at)
    return true
  })
