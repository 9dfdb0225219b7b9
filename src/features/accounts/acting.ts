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
 * Decides once more, in the transaction in which somebody acts, whether they may: a call can have waited at the database since it
 * was let through, and its sender lost their rights or signed out meanwhile. From here until the transaction ends they keep them.
 * @throws Failure 'unauthenticated', or what `require` throws.
 */
export async function stillActing(tx: Database, actor: Actor, require: (actor: Actor) => void): Promise<void> {
  const now = await lockActor(tx, actor)
  if (!now) throw new Failure('unauthenticated', messages.signInFirst)
  require({ ...actor, ...standing(actor, now) })
}

/** What everybody may who is signed in, as `require`. */
export const anybody = (): void => undefined

/** Acts of one account wait for its row: beyond one at a time they would only wait with a connection each. */
const turn = createTurns(1, 100, refusals.tooMany)

/**
 * One transaction of somebody who may still act. Two who change each other's rights at once may both have to begin again.
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
