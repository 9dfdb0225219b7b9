import { AsyncLocalStorage } from 'node:async_hooks'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { Clock } from '#shared/clock.ts'
import { recordOwn, type OwnAct } from './audited.ts'
import type { Adapter } from './auth-adapter.ts'
import { authCall } from './auth-call.ts'
import { findUserById, lockUser, type UserRow } from './store.ts'

type Parts = { db: Database; clock: Clock; openIn: (tx: Database) => Adapter }
type Act = { action: OwnAct; after?: Record<string, unknown> }
type Created = { model: string; data: Record<string, unknown> }

/** How somebody signs in, by the route that begins the session. */
const waysIn: Readonly<Record<string, string>> = {
  '/sign-in/email': 'password',
  '/callback/google': 'google',
  '/two-factor/verify-totp': 'code',
  '/two-factor/verify-backup-code': 'backup-code',
  '/passkey/verify-authentication': 'passkey',
}

/** The row being written, and the action to record in the audit log with it. */
const meant = new AsyncLocalStorage<{ row: object; act: Act }>()

/** Writes what the library changes in an account together with its audit log entry, in one transaction. */
export function recording(adapter: Adapter, { db, clock, openIn }: Parts): Adapter {
  const recorded = <T>(write: (over: Adapter, tx: Database, at: Date) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx) => write(openIn(tx), tx, clock.now()))

  /** The action that creating this row amounts to; undefined for none. */
  async function actOf({ model, data }: Created): Promise<Act | undefined> {
    if (model === 'user') return { action: 'account.signed-up' }
    if (model === 'account') return data.providerId === 'google' ? { action: 'account.google-connected' } : undefined
    const call = model === 'session' ? authCall() : undefined
    const by = call && waysIn[call.route]
    // A code that sets up codes signs nobody in: they are signed in already.
    if (!by || call.step?.isSignIn === false) return undefined
    const user = await findUserById(db, String(data.userId))
    // Where a code is still to come, the library begins a session and ends it before the browser gets it.
    if (!user || (user.twoFactorEnabled && !call.factor)) return undefined
    const isKnown = await call.isKnownDevice(user.email)
    return { action: isKnown ? 'account.signed-in' : 'account.new-device', after: { by } }
  }

  return {
    ...adapter,
    async create<T extends Record<string, unknown>, R = T>(row: Parameters<typeof adapter.create<T, R>>[0]) {
      const act = await actOf(row)
      return act ? meant.run({ row, act }, () => adapter.create<T, R>(row)) : adapter.create<T, R>(row)
    },
    update<T>(row: Parameters<typeof adapter.update<T>>[0]) {
      const name = row.model === 'user' && authCall()?.route === '/update-user' ? row.update.name : undefined
      if (typeof name !== 'string') return adapter.update<T>(row)
      return recorded(async (over, tx, at) => {
        const before = await known(tx, valueOf(row.where, 'id'))
        const written = await over.update<T>(row)
        const changes = { before: { name: before.name }, after: { name } }
        if (before.name !== name) await recordOwn(tx, 'account.name-changed', before, { at, ...changes })
        return written
      })
    },
  }
}

/** The same adapter over an open transaction: what it creates is recorded in that transaction. */
export function recordingIn(adapter: Adapter, tx: Database, clock: Clock): Adapter {
  async function create<T extends Record<string, unknown>, R = T>(
    row: Parameters<typeof adapter.create<T, R>>[0],
  ): Promise<R> {
    const made = await adapter.create<T, R>(row)
    const meaning = meant.getStore()
    if (meaning?.row !== row) return made
    const { action, after } = meaning.act
    const user = await known(tx, row.model === 'user' ? idOf(made) : row.data.userId)
    await recordOwn(tx, action, user, { at: clock.now(), ...(after && { after }) })
    return made
  }
  return { ...adapter, create }
}

/** The same without an open transaction: a write that is recorded opens its own. */
export function recordingAlone(adapter: Adapter, { db, openIn }: Pick<Parts, 'db' | 'openIn'>): Adapter {
  const create = <T extends Record<string, unknown>, R = T>(row: Parameters<typeof adapter.create<T, R>>[0]) =>
    meant.getStore()?.row === row ? inTransaction(db, (tx) => openIn(tx).create<T, R>(row)) : adapter.create<T, R>(row)
  return { ...adapter, create }
}

/** The current row of a user, locked. */
async function known(tx: Database, id: unknown): Promise<UserRow> {
  const user = await lockUser(tx, String(id))
  if (!user) throw new Error('the user of this account does not exist')
  return user
}

const idOf = (made: unknown): unknown => (typeof made === 'object' && made && 'id' in made ? made.id : undefined)

const valueOf = (where: readonly { field: string; value: unknown }[], field: string): unknown =>
  where.find((each) => each.field === field)?.value
