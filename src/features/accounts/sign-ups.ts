import { createHash } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { signUps } from './tables.ts'

/** A sign-up whose link nobody has opened yet. */
export type SignUp = Pick<typeof signUps.$inferSelect, 'email' | 'name' | 'password' | 'next'>

/** The stored form of a secret that only a link or a browser knows. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

type Secrets = { token: string; browser: string }

export async function insertSignUp(db: Database, signUp: SignUp & Secrets, expiresAt: Date): Promise<void> {
  const { token, browser } = signUp
  const secrets = { token: hashOf(token), browser: hashOf(browser) }
  await db.insert(signUps).values({ ...signUp, ...secrets, id: newId(), expiresAt })
}

/** The sign-up that a link is for, while it is valid. @returns also whether it was entered in the browser with this secret. */
export async function findSignUp(
  db: Database,
  { token, browser }: Secrets,
  now: Date,
): Promise<(SignUp & { isOwnBrowser: boolean }) | undefined> {
  const [row] = await db
    .select()
    .from(signUps)
    .where(and(eq(signUps.token, hashOf(token)), gt(signUps.expiresAt, now)))
  return row && { ...row, isOwnBrowser: row.browser === hashOf(browser) }
}

/** Ends every sign-up that was begun with an e-mail, once an account is opened with it, or the account with it is erased. */
export async function endSignUps(db: Database, email: string): Promise<void> {
  await db.delete(signUps).where(eq(signUps.email, email))
}

/** Deletes the sign-ups whose link has expired. */
export async function sweepSignUps(db: Database, now: Date): Promise<void> {
  await db.delete(signUps).where(lte(signUps.expiresAt, now))
}
