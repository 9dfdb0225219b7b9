import { and, eq, isNull, lt, ne, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database, Reads } from '#platform/db/database.ts'
import { byColumn, byId, readPage, type SortOrder } from '#platform/db/keyset.ts'
import { cachedQuery } from '#platform/db/query-cache.ts'
import { containing } from '#platform/db/words.ts'
import { newId } from '#platform/ids.ts'
import type { Role, SecondFactor, TokenSubject } from '#shared/actor.ts'
import type { Page } from '#shared/list.ts'
import type { UserQuery, UserSort } from './schema.ts'
import { accounts, passkeys, sessions, users, verifications } from './tables.ts'

export type UserRow = typeof users.$inferSelect

export async function findUserById(db: Database, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email.toLowerCase()))
  return row
}

/** For queries over users: matches the session if it is that user's, not signed out and not expired. */
export const liveSession = (session: string | SQLWrapper): SQL =>
  // mutant(sql → =): the very moment
  sql`${sessions.id} = ${session} and ${sessions.userId} = ${users.id} and ${sessions.expiresAt} > now()`

/** For queries over users: whether the user is not removed and may still act with tokens from that session. */
export function mayAct(session: string | SQLWrapper): SQL {
  return sql`${users.removedAt} is null and exists (select from ${sessions} where ${liveSession(session)})`
}

/** For queries over users: whether the user may act as staff in that session, which may or may not need a second factor. */
export const actsAsStaff = (session: string | SQLWrapper, staffFactor: string | null | SQLWrapper): SQL =>
  sql`(${users.role} = 'admin' and (${staffFactor}::text is null
    or exists (select from ${sessions} where ${liveSession(session)} and ${sessions.secondFactor} is not null)))`

/** For queries over users: whether the user has set up a second factor. */
export const hasFactor = sql`(${users.twoFactorEnabled}
  or exists (select from ${passkeys} where ${passkeys.userId} = ${users.id}))`

const userOfSession = cachedQuery((db) =>
  db
    .select({ user: users, secondFactor: sessions.secondFactor })
    .from(users)
    .innerJoin(sessions, liveSession(sql.placeholder('session')))
    // mutant(left out: eq): the session is that user's own
    .where(and(eq(users.id, sql.placeholder('id')), isNull(users.removedAt)))
    .prepare('user_of_session'),
)

/** The user an access token was issued for, if they may still act with it, and the second factor of the session. */
export async function findTokenUser(
  db: Database,
  { id, session }: TokenSubject,
): Promise<(UserRow & { secondFactor: SecondFactor | null }) | undefined> {
  const [row] = await userOfSession(db).execute({ id, session })
  return row && { ...row.user, secondFactor: row.secondFactor }
}

/**
 * The same, locking the user and the session until the transaction ends. The session is joined and locked with the user so that
 * both are read again after a wait for either; in a subquery it would be as it was before the wait.
 */
export async function lockActor(
  tx: Database,
  { id, session }: TokenSubject,
): Promise<{ role: Role; secondFactor: SecondFactor | null } | undefined> {
  const [row] = await tx
    .select({ role: users.role, secondFactor: sessions.secondFactor })
    .from(users)
    .innerJoin(sessions, liveSession(session))
    .where(and(eq(users.id, id), isNull(users.removedAt)))
    // Not a shared lock: it would let nobody in who waits to change the row, and overlapping actions would keep the session alive.
    .for('no key update')
  return row
}

/** Locks a user until the transaction ends: they can neither change nor act. */
export async function lockUser(tx: Database, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return row
}

/** The same, by e-mail. */
export async function lockUserByEmail(tx: Database, email: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.email, email.toLowerCase())).for('no key update')
  return row
}

/** The same for a user who was not removed. @returns whether there is one. */
export async function lockActiveUser(tx: Database, id: string): Promise<boolean> {
  const active = and(eq(users.id, id), isNull(users.removedAt))
  const rows = await tx.select({ id: users.id }).from(users).where(active).for('no key update')
  return rows.length > 0
}

const byKey = users.id
const nameOrder = { column: users.name, id: byKey, key: (user: UserRow) => user.name, type: 'text' } as const
const emailOrder = { column: users.email, id: byKey, key: (user: UserRow) => user.email, type: 'text' } as const
const roleOrder = { column: users.role, id: byKey, key: (user: UserRow) => user.role, type: 'text' } as const

const orders: Record<UserSort, SortOrder<UserRow>> = {
  newest: byId(byKey, 'desc'),
  oldest: byId(byKey, 'asc'),
  name: byColumn(nameOrder, 'asc'),
  '-name': byColumn(nameOrder, 'desc'),
  email: byColumn(emailOrder, 'asc'),
  '-email': byColumn(emailOrder, 'desc'),
  role: byColumn(roleOrder, 'asc'),
  '-role': byColumn(roleOrder, 'desc'),
}

/** A page of the users, removed ones too. @throws Failure 'bad-request' for a foreign cursor. */
export async function listUsers(db: Reads, { q, sort = 'newest', ...page }: UserQuery): Promise<Page<UserRow>> {
  const found = containing(q, [users.name, users.email])
  const [{ rows, nextCursor }, total] = await Promise.all([
    readPage(orders[sort], page, ({ by, after, limit }) => {
      const matching = db
        .select()
        .from(users)
        .where(and(found, after))
        .orderBy(...by)
      // mutant(condition → true): without a number it limits nothing
      return limit ? matching.limit(limit) : matching
    }),
    db.$count(users, found),
  ])
  return { items: rows, total, nextCursor }
}

const activeAdmin = and(eq(users.role, 'admin'), isNull(users.removedAt))

export async function countAdmins(db: Database): Promise<number> {
  return db.$count(users, activeAdmin)
}

/** Locks the active admins until the transaction ends, so that two removals cannot leave none. */
export function lockAdmins(tx: Database): Promise<{ id: string }[]> {
  // mutant(object, without .orderBy()): they are only counted; one connection never waits for the order of the locks
  return tx.select({ id: users.id }).from(users).where(activeAdmin).orderBy(users.id).for('no key update')
}

/** Sets the role of a user who is not removed. Returns whether there was one. */
export async function setRole(db: Database, email: string, role: Role): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ role })
    .where(and(eq(users.email, email.toLowerCase()), isNull(users.removedAt)))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Ends a user's access: no role, no sessions, no links. Orders and reviews stay. */
export async function removeUser(tx: Database, id: string, at: Date): Promise<void> {
  await tx.update(users).set({ removedAt: at, role: 'user' }).where(eq(users.id, id))
  await endAccess(tx, id)
}

/** Ends one session. @returns whether it was there. */
export async function endSession(tx: Database, id: string): Promise<boolean> {
  return (await tx.delete(sessions).where(eq(sessions.id, id)).returning({ id: sessions.id })).length > 0
}

/** Deletes expired sessions. */
export async function sweepSessions(db: Database): Promise<void> {
  // mutant(lt): the very moment
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
}

/**
 * Ends every session of a user, the access tokens issued from them, and the links that reset the password, including those being
 * used (resets.ts). The user has to be locked: the use of a link is recorded under that lock.
 */
export async function endAccess(tx: Database, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  await tx.delete(verifications).where(eq(verifications.value, userId))
}

/**
 * Records that the user owns their address, since a link mailed to it was opened. If nobody had proved that before, whatever was
 * connected to the account until then, perhaps by somebody else in their name, is no way in any more.
 * @returns the user if this proved it; undefined if it was proved before.
 */
export async function proveEmail(tx: Database, userId: string): Promise<{ id: string; email: string } | undefined> {
  const [proved] = await tx
    .update(users)
    .set({ emailVerified: true })
    .where(and(eq(users.id, userId), eq(users.emailVerified, false)))
    .returning({ id: users.id, email: users.email })
  if (proved) await tx.delete(accounts).where(and(eq(accounts.userId, userId), ne(accounts.providerId, 'credential')))
  return proved
}

/** Inserts a user who did not sign up. `passwordHash` is as Better Auth makes it. */
export async function insertUserWithPassword(
  tx: Database,
  user: Pick<UserRow, 'email' | 'name' | 'emailVerified'>,
  passwordHash: string,
): Promise<void> {
  const id = newId()
  await tx.insert(users).values({ id, ...user })
  await tx.insert(accounts).values({ userId: id, accountId: id, providerId: 'credential', password: passwordHash })
}

/** The hash of an account's password; undefined if it has none. */
export async function findPasswordHash(db: Database, email: string): Promise<string | undefined> {
  const [row] = await db
    .select({ password: accounts.password })
    .from(users)
    .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(eq(users.email, email))
  return row?.password ?? undefined
}

/** The same, after waiting for a change of it that is under way. @throws when that takes too long. */
export async function findSettledPasswordHash(db: Database, email: string): Promise<string | undefined> {
  const [row] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .innerJoin(users, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(eq(users.email, email))
    .for('share', { of: accounts })
  return row?.password ?? undefined
}

/** Whether the Google account with this subject can sign in as a user. */
export async function isGoogleConnected(db: Database, userId: string, subject: string): Promise<boolean> {
  const google = and(eq(accounts.providerId, 'google'), eq(accounts.accountId, subject))
  return (await db.$count(accounts, and(google, eq(accounts.userId, userId)))) > 0
}

/** The providers by which a user can sign in; `credential` is the password. */
export async function listProviders(db: Database, userId: string): Promise<string[]> {
  const rows = await db.select({ providerId: accounts.providerId }).from(accounts).where(eq(accounts.userId, userId))
  return rows.map((row) => row.providerId)
}
