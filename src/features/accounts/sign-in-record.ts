import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { createRateLimiter, type Limit } from '#platform/http/limit.ts'
import type { TokenSubject } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { recordOwn, recordStranger } from './audited.ts'
import type { OwnerTelling } from './factor-mails.ts'
import { deleteFactors } from './factor-store.ts'
import { endAccess, endSession, findUserById, lockActor, lockUserByEmail, type UserRow } from './store.ts'

export type SignInRecord = ReturnType<typeof createSignInRecord>

/** Keeps guesses from filling the audit log, or a mailbox. */
const noted = (name: string) => ({ name, count: 1, seconds: 15 * 60 })

type Parts = { db: Database; clock: Clock; owner: OwnerTelling }

/** The audit log entries about signing in that are not made along with something the library writes. */
export function createSignInRecord({ db, clock, owner }: Parts) {
  /** Notes something about an account, at most once in a quarter of an hour. */
  async function note(limit: Limit, email: string, write: (tx: Database, user: UserRow) => Promise<void>) {
    await inTransaction(db, async (tx) => {
      await createRateLimiter(tx, clock, '').use(limit, email)
      // Locked: of an account that is erased at the same moment neither entry nor mail remains.
      const user = await lockUserByEmail(tx, email)
      if (user) await write(tx, user)
    }).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.kind !== 'too-many') throw error
    })
  }

  return {
    /**
     * Notes a wrong password. For an e-mail without an account the same is written and committed, except for the entry: the time
     * does not tell who has an account.
     */
    failed: (email: string): Promise<void> =>
      note(noted('failed sign-in noted'), email, (tx, user) =>
        recordStranger(tx, 'account.sign-in-failed', user, clock.now()),
      ),

    /** Notes a wrong code after a right password, and tells the owner: somebody else may know the password. */
    async codeFailed(email: string): Promise<void> {
      await owner.ready()
      await note(noted('failed code noted'), email, async (tx, user) => {
        await recordStranger(tx, 'account.code-failed', user, clock.now())
        await owner.tell(tx, user, 'code-failed')
      })
    },

    /** Notes a passkey that seems to have been copied, and tells the owner. */
    async passkeyRefused(email: string): Promise<void> {
      await owner.ready()
      await note(noted('refused passkey noted'), email, async (tx, user) => {
        await recordStranger(tx, 'account.passkey-refused', user, clock.now())
        await owner.tell(tx, user, 'passkey-refused')
      })
    },

    /** Ends a session whose owner signs out. */
    async signOut(session: { id: string; userId: string }): Promise<void> {
      await inTransaction(db, async (tx) => {
        const user = (await endSession(tx, session.id)) ? await findUserById(tx, session.userId) : undefined
        if (user) await recordOwn(tx, 'account.signed-out', user, { at: clock.now() })
      })
    },

    /** Ends all access of a user at their own request. @returns whether they were still signed in. */
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
 * Removes a user's second factors and ends all their access, on the shop operator's behalf when the user has lost them.
 * @returns whether they had one; undefined when there is no such account.
 */
export const resetFactorsByOperator = (
  db: Database,
  email: string,
  { at, owner }: { at: Date; owner: OwnerTelling },
): Promise<boolean | undefined> =>
  inTransaction(db, async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user) return undefined
    if (!(await deleteFactors(tx, user.id))) return false
    await endAccess(tx, user.id)
    await recordStranger(tx, 'account.factor-reset', user, at)
    await owner.tell(tx, user, 'reset')
    return true
  })

/**
 * Ends all access of a user on the shop operator's behalf, without naming an actor.
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
