import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { verifications } from './tables.ts'

/** Longer than any call lasts. */
const mostMs = 10 * 60_000

/**
 * Notes that a call of the library's is under way which opens or changes an account. The library reads what allows it first and
 * writes a while later; this row stands for that in between: it goes when the account's access ends (store.ts), and without it
 * nothing is written. Written under the user's lock: whoever ends access meanwhile either finds it, or was there before.
 * @returns the id for `takeUnderWay`.
 */
export async function noteUnderWay(tx: Database, userId: string, id = newId()): Promise<string> {
  const expiresAt = new Date(Date.now() + mostMs)
  await tx.insert(verifications).values({ id, identifier: `under-way:${id}`, value: userId, expiresAt })
  return id
}

/** Ends it. @returns whether nobody else had. */
export async function takeUnderWay(tx: Database, id: string): Promise<boolean> {
  const taken = await tx.delete(verifications).where(eq(verifications.id, id)).returning({ id: verifications.id })
  return taken.length > 0
}

/** Whether a one-time value of somebody is still there. */
export async function isThere(tx: Database, id: string, userId: string): Promise<boolean> {
  return (await tx.$count(verifications, and(eq(verifications.id, id), eq(verifications.value, userId)))) > 0
}
