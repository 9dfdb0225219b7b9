import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { Role } from '#shared/actor.ts'
import { sessions, signingKeys, users } from './tables.ts'

export type UserRow = typeof users.$inferSelect

export async function findUserById(db: Database, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email.toLowerCase()))
  return row
}

/** Every user, newest first; removed ones too. */
export function listUsers(db: Database): Promise<UserRow[]> {
  return db.select().from(users).orderBy(desc(users.createdAt), desc(users.id))
}

const activeAdmin = and(eq(users.role, 'admin'), isNull(users.removedAt))

export async function countAdmins(db: Database): Promise<number> {
  const [row] = await db.select({ admins: count() }).from(users).where(activeAdmin)
  return row?.admins ?? 0
}

/** The active admins, kept from changing until the transaction ends: so that two removals cannot leave none. */
export function lockAdmins(tx: Database): Promise<{ id: string }[]> {
  return tx.select({ id: users.id }).from(users).where(activeAdmin).orderBy(users.id).for('update')
}

/** Sets the role of a user who is not removed. Answers whether there was one. */
export async function setRole(db: Database, email: string, role: Role): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ role, updatedAt: sql`now()` })
    .where(and(eq(users.email, email.toLowerCase()), isNull(users.removedAt)))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Ends a user's access: no role, no sessions. Orders and reviews stay. */
export async function removeUser(tx: Database, id: string, at: Date): Promise<void> {
  await tx.update(users).set({ removedAt: at, role: 'user', updatedAt: at }).where(eq(users.id, id))
  await tx.delete(sessions).where(eq(sessions.userId, id))
}

/** The public halves of the keys that sign access tokens, as JSON Web Keys. */
export function listPublicKeys(db: Database): Promise<{ id: string; publicKey: string }[]> {
  return db.select({ id: signingKeys.id, publicKey: signingKeys.publicKey }).from(signingKeys)
}

export async function deleteSigningKeys(db: Database): Promise<void> {
  await db.delete(signingKeys)
}
