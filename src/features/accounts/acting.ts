import { messages } from '#content/messages.ts'
import { refusals } from '#content/refusals.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import { createTurns } from '#platform/http/turns.ts'
import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'
import { standing } from './policy.ts'
import { lockActor } from './store.ts'

/**
 * Checks again, in the transaction that acts, that the actor still may: the call may have waited at the database since it was let
 * through, and its sender may have lost their rights or signed out meanwhile. From here until the transaction ends they keep them.
 * @throws Failure 'unauthenticated', or what `require` throws.
 */
export async function stillActing(tx: Database, actor: Actor, require: (actor: Actor) => void): Promise<void> {
  const now = await lockActor(tx, actor)
  if (!now) throw new Failure('unauthenticated', messages.signInFirst)
  require({ ...actor, ...standing(actor, now) })
}

/** As `require`: lets everybody act who is signed in. */
export const anybody = (): void => undefined

/** Actions of one account wait for its row: more than one at a time would only wait too, each holding a connection. */
const turn = createTurns(1, 100, refusals.tooMany)

/**
 * Runs `work` in a transaction of an actor who may still act. If two change each other's rights at once, both may have to retry.
 * @throws Failure 'too-many' for the 102nd at once.
 */
export const actingIn = <T>(
  db: Database,
  actor: Actor,
  require: (actor: Actor) => void,
  work: (tx: Database) => Promise<T>,
): Promise<T> =>
  turn(actor.id, () =>
    retryConflicts(() =>
      inTransaction(db, async (tx) => {
        await stillActing(tx, actor, require)
        return work(tx)
      }),
    ),
  )
