import { createHash } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { signUps } from './tables.ts'

/** A sign-up whose link nobody has opened yet. */
export type SignUp = Pick<typeof signUps.$inferSelect, 'email' | 'name' | 'password' | 'next'>

/** What only a link and a browser know, as it is kept. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

type Secrets = { token: string; browser: string }

export async function insertSignUp(db: Database, signUp: SignUp & Secrets, expiresAt: Date): Promise<void> {
  const { token, browser } = signUp
  const secrets = { token: hashOf(token), browser: hashOf(browser) }
  await db.insert(signUps).values({ ...signUp, ...secrets, id: newId(), expiresAt })
}

/** What a link is for, while it is good. @returns also whether it was typed in the browser that knows this. */
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

/** Ends all that were begun with an e-mail, once it is somebody's, or nobody's any more. */
export async function endSignUps(db: Database, email: string): Promise<void> {
  await db.delete(signUps).where(eq(signUps.email, email))
}

/** Clears away those whose link has ended. */
export async function sweepSignUps(db: Database, now: Date): Promise<void> {
  await db.delete(signUps).where(lte(signUps.expiresAt, now))
}
