import { messages } from '#content/messages.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { retryConflicts } from '#platform/db/conflict.ts'
import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'
import { lockActor } from './store.ts'

/**
 * Decides once more, in the transaction in which somebody acts, whether they may: a call can have waited at the database since it
 * was let through, and its sender lost their rights or signed out meanwhile. From here until the transaction ends they keep them.
 * @throws Failure 'unauthenticated', or what `require` throws.
 */
export async function stillActing(tx: Database, actor: Actor, require: (actor: Actor) => void): Promise<void> {
  const now = await lockActor(tx, actor)
  if (!now) throw new Failure('unauthenticated', messages.signInFirst)
  require({ ...actor, role: now.role })
}

/** One transaction of somebody who may still act. Two who change each other's rights at once may both have to begin again. */
export const actingIn = <T>(
  db: Database,
  actor: Actor,
  require: (actor: Actor) => void,
  work: (tx: Database) => Promise<T>,
): Promise<T> =>
  retryConflicts(() =>
    inTransaction(db, async (tx) => {
      await stillActing(tx, actor, require)
      return work(tx)
    }),
  )
