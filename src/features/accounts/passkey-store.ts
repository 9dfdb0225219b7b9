import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { passkeys, sessions, users } from './tables.ts'

/** More than the devices that anybody has at hand. */
export const mostPasskeys = 10

/** A passkey that somebody signs in with, and whose it is. */
export type ShownPasskey = { id: string; userId: string; email: string }

/** @param credentialId the device's id of the passkey. */
export async function findPasskey(db: Database, credentialId: string): Promise<ShownPasskey | undefined> {
  const [row] = await db
    .select({ id: passkeys.id, userId: passkeys.userId, email: users.email })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialID, credentialId))
  return row
}

/** A user's passkeys, oldest first. */
export const listPasskeys = (db: Database, userId: string) =>
  db
    .select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt, usedAt: passkeys.usedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id))

export const countPasskeys = (db: Database, userId: string): Promise<number> =>
  db.$count(passkeys, eq(passkeys.userId, userId))

const ofUser = (id: string, userId: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId))

export const hasPasskey = async (db: Database, userId: string, id: string): Promise<boolean> =>
  (await db.$count(passkeys, ofUser(id, userId))) > 0

/** Locks a user's passkey until the transaction ends, and returns its name; undefined for none. */
export async function lockPasskey(tx: Database, userId: string, id: string): Promise<string | undefined> {
  const [row] = await tx.select({ name: passkeys.name }).from(passkeys).where(ofUser(id, userId)).for('no key update')
  return row?.name
}

/**
 * Records a sign-in with a passkey, under the lock of the account. A device that counts must show a higher count each time: of two
 * that show the same count one is a copy (WebAuthn Level 3, 6.1.1).
 */
export async function usePasskey(
  tx: Database,
  id: string,
  { counter, at }: { counter: number; at: Date },
): Promise<'used' | 'gone' | 'copied'> {
  const [row] = await tx.select({ counter: passkeys.counter }).from(passkeys).where(eq(passkeys.id, id))
  if (!row) return 'gone'
  if ((counter > 0 || row.counter > 0) && counter <= row.counter) return 'copied'
  await tx.update(passkeys).set({ counter, usedAt: at }).where(eq(passkeys.id, id))
  return 'used'
}

/** Removes a passkey. When it was the last, no session counts as signed in with one any more. */
export async function deletePasskey(tx: Database, userId: string, id: string): Promise<void> {
  await tx.delete(passkeys).where(ofUser(id, userId))
  if ((await countPasskeys(tx, userId)) > 0) return
  const byPasskey = and(eq(sessions.userId, userId), eq(sessions.secondFactor, 'passkey'))
  await tx.update(sessions).set({ secondFactor: null }).where(byPasskey)
}

/** Adding a passkey proves that somebody has it: their session counts as signed in with it, unless it has a factor already. */
export async function raiseSession(tx: Database, id: string): Promise<void> {
  const lacking = and(eq(sessions.id, id), isNull(sessions.secondFactor))
  await tx.update(sessions).set({ secondFactor: 'passkey' }).where(lacking)
}

/** Ends every session of a user but one. */
export async function endOtherSessions(tx: Database, { id, session }: { id: string; session: string }): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.id, session)))
}
