import { retryConflicts } from '#platform/db/conflict.ts'
import { inTransaction, type Database, type Reads } from '#platform/db/database.ts'
import type { Actor, TokenSubject } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { mostListed, type Page } from '#shared/list.ts'
import { messages } from '#content/messages.ts'
import type { Auth } from './auth.ts'
import { recordRemoval, recordRole } from './audited.ts'
import { stillActing } from './acting.ts'
import { createOwnDevices } from './own-devices.ts'
import { sessionOf } from './own-session.ts'
import { listPasskeys } from './passkey-store.ts'
import { mayAskWhetherAdmin, requireManager, standing } from './policy.ts'
import type { Passkey, Profile, User, UserQuery } from './schema.ts'
import {
  findTokenUser,
  findUserByEmail,
  findUserById,
  listProviders,
  listUsers,
  lockAdmins,
  lockUserByEmail,
  removeUser,
  setRole,
  type UserRow,
} from './store.ts'
import { createTokenVerifier } from './tokens.ts'

export type Accounts = ReturnType<typeof createAccounts>

/** The use cases of user accounts. */
export function createAccounts({
  db,
  reads,
  clock,
  auth,
  publicUrl,
  staffFactor,
}: {
  db: Database
  reads: Reads
  clock: Clock
  auth: Auth
  publicUrl: string
  /** Set where an admin may act as one only in a session with a second factor. */
  staffFactor?: 'required' | undefined
}) {
  const verifyToken = createTokenVerifier(db, clock, publicUrl)
  /** Runs the work of an admin while no admin can come or go. */
  const asManager = <T>(actor: Actor, work: (tx: Database, admins: number) => Promise<T>) =>
    retryConflicts(() =>
      inTransaction(db, async (tx) => {
        const admins = await lockAdmins(tx)
        await stillActing(tx, actor, requireManager)
        return work(tx, admins.length)
      }),
    )

  return {
    /** Who a token was issued for. @throws Failure 'unauthenticated' for one that is forged, changed or expired. */
    async subjectOf(token: string): Promise<TokenSubject> {
      return { ...(await verifyToken(token)), ...(staffFactor && { staffFactor }) }
    },

    devices: createOwnDevices({ db, clock }),

    /** Who a token was issued for, as the database knows them now. @throws Failure 'unauthenticated'. */
    async actorOf(subject: TokenSubject): Promise<Actor> {
      const user = await findTokenUser(db, subject)
      if (!user) throw new Failure('unauthenticated', messages.signInFirst)
      return { ...subject, email: user.email, name: user.name, ...standing(subject, user) }
    },

    /** Exchanges the sign-in session of these headers for an access token of 15 minutes. */
    async exchange(headers: Headers, email: string): Promise<string> {
      const session = await sessionOf(auth, headers)
      const user = session && (await findTokenUser(db, { id: session.user.id, session: session.session.id }))
      if (!user) throw new Failure('unauthenticated', messages.signInFirst)
      if (user.email !== email.toLowerCase())
        throw new Failure('forbidden', 'This is not the e-mail you are signed in with.')
      const { token } = await auth.api.signJWT({
        body: {
          payload: { sub: user.id, sid: session.session.id, email: user.email, name: user.name, role: user.role },
        },
      })
      return token
    },

    /** The actor's own profile. @throws Failure 'unauthenticated' when the account was removed meanwhile. */
    async profile(actor: Actor): Promise<Profile> {
      const user = await findUserById(db, actor.id)
      if (!user) throw new Failure('unauthenticated', messages.signInFirst)
      const providers = await listProviders(db, actor.id)
      return {
        name: user.name,
        email: user.email,
        emailVerified: user.emailVerified,
        hasPassword: providers.includes('credential'),
        hasGoogle: providers.includes('google'),
        hasCodes: user.twoFactorEnabled,
      }
    },

    /** The actor's passkeys, oldest first. */
    async passkeys(actor: Actor): Promise<Passkey[]> {
      const rows = await listPasskeys(db, actor.id)
      return rows.map(({ id, name, createdAt, usedAt }) => ({
        _id: id,
        name,
        addedAt: createdAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      }))
    },

    /** Whether the e-mail is an admin's, even one without a second factor; false also when nobody has it. */
    async isAdmin(actor: Actor, email: string): Promise<boolean> {
      if (!mayAskWhetherAdmin(actor, email)) throw new Failure('forbidden', 'You can only ask this about yourself.')
      return (await findUserByEmail(db, email))?.role === 'admin'
    },

    /** A page of the users, removed ones too. @throws Failure 'forbidden', 'bad-request' for a foreign cursor. */
    async list(actor: Actor, query: UserQuery): Promise<Page<User>> {
      requireManager(actor)
      const { items, ...page } = await listUsers(reads, { ...query, limit: query.limit ?? mostListed })
      return { ...page, items: items.map(toWire) }
    },

    /** @throws Failure 'not-found' when no active user has the e-mail. */
    async makeAdmin(actor: Actor, email: string): Promise<void> {
      requireManager(actor)
      await asManager(actor, async (tx) => {
        const user = await findActive(tx, email)
        await setRole(tx, email, 'admin')
        await recordRole(tx, { at: clock.now(), actor }, user, 'admin')
      })
    },

    /** Makes an admin an ordinary user again. @throws Failure 'conflict' for the last admin, 'not-found'. */
    async revokeAdmin(actor: Actor, email: string): Promise<void> {
      requireManager(actor)
      await asManager(actor, async (tx, admins) => {
        const user = await findReplaceable(tx, email, admins)
        await setRole(tx, email, 'user')
        await recordRole(tx, { at: clock.now(), actor }, user, 'user')
      })
    },

    /** Ends a user's access at once. @throws Failure 'conflict' for the last admin, 'not-found'. */
    async remove(actor: Actor, email: string): Promise<void> {
      requireManager(actor)
      await asManager(actor, async (tx, admins) => {
        const [user, at] = [await findReplaceable(tx, email, admins), clock.now()]
        await removeUser(tx, user.id, at)
        await recordRemoval(tx, { at, actor }, user)
      })
    },
  }
}

/** Locks an active user, so that what is recorded as their state before is true. @throws Failure 'not-found'. */
async function findActive(tx: Database, email: string): Promise<UserRow> {
  const user = await lockUserByEmail(tx, email)
  if (!user || user.removedAt) throw noSuchUser()
  return user
}

/** An active user whose removal leaves at least one of this many admins. @throws Failure 'conflict', 'not-found'. */
async function findReplaceable(tx: Database, email: string, admins: number): Promise<UserRow> {
  const user = await findActive(tx, email)
  if (user.role === 'admin' && admins === 1)
    throw new Failure('conflict', 'This is the last admin. Make someone else an admin first.')
  return user
}

function toWire(row: UserRow): User {
  return {
    _id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    removed: row.removedAt !== null,
    createdAt: row.createdAt.toISOString(),
  }
}

const noSuchUser = () => new Failure('not-found', 'No user has this e-mail.')
