import { and, asc, eq, gt, like } from 'drizzle-orm'
import { messages } from '#content/messages.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import type { Actor } from '#shared/actor.ts'
import { Failure } from '#shared/errors.ts'
import { stillActing } from './acting.ts'
import { recordOwn } from './audited.ts'
import { deleteFactors } from './factor-store.ts'
import { listPasskeys } from './passkey-store.ts'
import { endSignUps } from './sign-ups.ts'
import { findUserById, listProviders, lockAdmins, removeUser } from './store.ts'
import { accounts, sessions, users, verifications } from './tables.ts'

/** Somebody whose data is exported or erased. What is stored only under an e-mail is theirs if they have verified that e-mail. */
export type Person = { id: string; email: string; emailVerified: boolean }

/** What is left of an erased user: a name for lists, and an address that no mail reaches (RFC 2606) and nobody signs in with. */
export const erasedName = 'Erased user'
export const erasedEmail = (id: string): string => `erased-${id}@erased.invalid`

/** @throws Failure 'unauthenticated' when the account was removed meanwhile. */
export async function findPerson(db: Database, id: string): Promise<Person> {
  const user = await findUserById(db, id)
  if (!user || user.removedAt) throw new Failure('unauthenticated', messages.signInFirst)
  return user
}

/** What the shop stores about the account itself. */
export async function readProfile(db: Database, { id }: Person) {
  const [user, providers, passkeys] = [
    await findUserById(db, id),
    await listProviders(db, id),
    await listPasskeys(db, id),
  ]
  if (!user) throw new Failure('unauthenticated', messages.signInFirst)
  return {
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerified,
    role: user.role,
    passkeys: passkeys.map(({ name, createdAt, usedAt }) => ({
      name,
      addedAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    signsInWith: providers.map((provider) => (provider === 'credential' ? 'password' : provider)),
    createdAt: user.createdAt.toISOString(),
  }
}

/** Sign-in sessions, without their tokens. */
export async function* readSessions(db: Database, { id }: Person) {
  const rows = readAll((after, limit) =>
    db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, id), gt(sessions.id, after)))
      .orderBy(asc(sessions.id))
      .limit(limit),
  )
  for await (const { createdAt, expiresAt, ipAddress, userAgent } of rows) {
    yield { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString(), address: ipAddress, userAgent }
  }
}

/**
 * Checks, in the transaction that erases, that the actor may still act and that an admin is left without them.
 * @throws Failure 'unauthenticated', 'conflict' for the last admin.
 */
export async function mayLeave(tx: Database, actor: Actor): Promise<void> {
  const admins = await lockAdmins(tx)
  await stillActing(tx, actor, () => undefined)
  if (admins.length === 1 && admins[0]?.id === actor.id) {
    throw new Failure('conflict', 'You are the last admin. Make someone else an admin first.')
  }
}

/** Ends the account and every way into it. The row stays, without personal data, since orders and reviews point to it. */
export async function eraseAccount(tx: Database, person: Person, at: Date): Promise<void> {
  const { id } = person
  await recordOwn(tx, 'account.erased', person, { at })
  await removeUser(tx, id, at)
  await tx.delete(accounts).where(eq(accounts.userId, id))
  await deleteFactors(tx, id)
  // A visit to Google that is under way holds its user's id within a longer value.
  await tx.delete(verifications).where(like(verifications.value, `%${id}%`))
  await endSignUps(tx, person.email)
  await tx
    .update(users)
    .set({ name: erasedName, email: erasedEmail(id), emailVerified: false, image: null })
    .where(eq(users.id, id))
}
