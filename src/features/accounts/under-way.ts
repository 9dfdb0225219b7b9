import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { verifications } from './tables.ts'

/** Longer than any call lasts. */
const mostMs = 10 * 60_000

/**
 * Records that a library call is under way that opens or changes an account. The library first reads what allows the call and
 * writes a while later; in between this row stands for that permission: it is deleted when the account's access ends (store.ts),
 * and without it nothing is written. Inserted under the user's lock: whoever ends access either finds it, or came before it.
 * @returns the id for `takeUnderWay`.
 */
export async function noteUnderWay(tx: Database, userId: string, id = newId()): Promise<string> {
  const expiresAt = new Date(Date.now() + mostMs)
  await tx.insert(verifications).values({ id, identifier: `under-way:${id}`, value: userId, expiresAt })
  return id
}

/** Deletes the row. @returns whether nobody else had. */
export async function takeUnderWay(tx: Database, id: string): Promise<boolean> {
  const taken = await tx.delete(verifications).where(eq(verifications.id, id)).returning({ id: verifications.id })
  return taken.length > 0
}

/** Whether a user's one-time value still exists. */
export async function isThere(tx: Database, id: string, userId: string): Promise<boolean> {
  return (await tx.$count(verifications, and(eq(verifications.id, id), eq(verifications.value, userId)))) > 0
}
