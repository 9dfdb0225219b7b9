import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { passkeys, twoFactors, users } from './tables.ts'

/** The secret of a user's one-time codes as stored, encrypted; undefined for none. */
export async function findSecret(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ secret: twoFactors.secret }).from(twoFactors).where(eq(twoFactors.userId, userId))
  return row?.secret
}

/** The encrypted secret of the codes that an account asks for at sign-in; undefined where it asks for none. */
export async function findSecretInUse(db: Database, email: string): Promise<string | undefined> {
  const [row] = await db
    .select({ secret: twoFactors.secret })
    .from(users)
    .innerJoin(twoFactors, and(eq(twoFactors.userId, users.id), eq(twoFactors.verified, true)))
    .where(eq(users.email, email))
  return row?.secret
}

/** Starts asking for codes of this secret. @returns whether it is the stored one. */
export async function confirmCodes(tx: Database, userId: string, secret: string): Promise<boolean> {
  const confirmed = await tx
    .update(twoFactors)
    .set({ verified: true })
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.secret, secret)))
    .returning({ id: twoFactors.id })
  return confirmed.length > 0
}

/** Removes every second factor of a user. @returns whether there was one. */
export async function deleteFactors(tx: Database, userId: string): Promise<boolean> {
  const hadCodes = await deleteCodes(tx, userId)
  const gone = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
  return hadCodes || gone.length > 0
}

/** Removes a user's one-time codes. @returns whether they were in use. */
export async function deleteCodes(tx: Database, userId: string): Promise<boolean> {
  await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId))
  const codes = await tx
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ verified: twoFactors.verified })
  return codes.some(({ verified }) => verified)
}
