import { eq } from 'drizzle-orm'
import { inTransaction, type Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { lockUser } from './store.ts'
import { verifications } from './tables.ts'

/** Longer than any call lasts. */
const mostMs = 10 * 60_000

/**
 * Notes that a mailed link is being used, before it is. The library takes the link away first and sets the password a while
 * later; in between there is no link that could be ended. This row stands for it: it goes with the user's links, and without it
 * no password is set. Written under the user's lock: whoever ends the links meanwhile either finds it, or has ended the link too.
 * @returns the id for `takeReset`.
 */
export async function beginReset(db: Database, userId: string): Promise<string> {
  const id = newId()
  await inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    const expiresAt = new Date(Date.now() + mostMs)
    await tx.insert(verifications).values({ id, identifier: `reset-under-way:${id}`, value: userId, expiresAt })
  })
  return id
}

/** Ends it. @returns whether nobody else had. */
export async function takeReset(tx: Database, id: string): Promise<boolean> {
  const taken = await tx.delete(verifications).where(eq(verifications.id, id)).returning({ id: verifications.id })
  return taken.length > 0
}
