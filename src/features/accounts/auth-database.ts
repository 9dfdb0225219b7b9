import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { accountMessages } from '#content/account.ts'
import { factorMessages } from '#content/factors.ts'
import { messages } from '#content/messages.ts'
import { refusals } from '#content/refusals.ts'
import { retryConflicts, sqlState, uniqueViolation } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { Clock } from '#shared/clock.ts'
import { recordOwn } from './audited.ts'
import type { Adapter, OpenAdapter } from './auth-adapter.ts'
import { authCall } from './auth-call.ts'
import { tellingFailures } from './auth-failures.ts'
import { recording, recordingAlone, recordingIn } from './auth-recording.ts'
import { changingFactors } from './changing-factors.ts'
import { changingPasskeys, showPasskey } from './changing-passkeys.ts'
import { connectingGoogle } from './connecting-google.ts'
import type { OwnerTelling } from './factor-mails.ts'
import { passwordChange, type PasswordChange } from './password-change.ts'
import { endAccess, lockActiveUser, lockActor, lockUser, proveEmail } from './store.ts'
import { accounts, passkeys, sessions, signingKeys, twoFactors, users, verifications } from './tables.ts'
import { takeUnderWay } from './under-way.ts'

/**
 * Our tables as Better Auth uses them. It checks that an address is free before it writes the user: of several people who sign up
 * with one at the same moment all find it free, and all but one get here the error they would have got a moment later. And it
 * sets a password first and ends the sessions afterwards: if ending them failed, whoever knew the old password would stay in.
 */
export function authDatabase(db: Database, clock: Clock, owner: OwnerTelling): OpenAdapter {
  const schema = {
    user: users,
    session: sessions,
    account: accounts,
    verification: verifications,
    twoFactor: twoFactors,
    passkey: passkeys,
    jwks: signingKeys,
  }
  const openOver = (database: Database): OpenAdapter => drizzleAdapter(database, { provider: 'pg', schema })
  return (options) => {
    const openIn = (tx: Database) => recordingIn(refusingTaken(openOver(tx)(options)), tx, clock)
    const parts = { db, clock, owner, openIn }
    const adapter = recordingAlone(refusingTaken(openOver(db)(options)), parts)
    const changing = changingFactors(endingAccess(connectingGoogle(adapter, db, openIn), parts), parts)
    const opening = openingWhileAllowed(changingPasskeys(changing, parts), parts)
    const whole = tellingFailures(withFactor(recording(opening, parts)))
    // The library's transactions are not real ones: this adapter opens its own where one is needed.
    return { ...whole, transaction: (work) => work(whole) }
  }
}

function refusingTaken<A extends Pick<Adapter, 'create'>>(adapter: A): A {
  const create = <T extends Record<string, unknown>, R = T>(row: Parameters<typeof adapter.create<T, R>>[0]) =>
    adapter.create<T, R>(row).catch((error: unknown) => {
      if (sqlState(error) !== uniqueViolation) throw error
      // Another link set the first password of the same account meanwhile.
      if (row.model === 'account' && passwordChange()) throw replaced()
      if (row.model !== 'user') throw error
      throw new APIError('UNPROCESSABLE_ENTITY', {
        code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
        message: refusals.emailTaken,
      })
    })
  return { ...adapter, create }
}

/** Setting a password ends, in the same transaction, everything that was opened with the previous one. */
function endingAccess(adapter: Adapter, { db, clock, openIn }: Parts): Adapter {
  /** Writes a row; one that sets no password goes straight through. */
  async function write<T>(row: Written, by: (over: Adapter, change?: PasswordChange) => Promise<T>): Promise<T> {
    const change = passwordChange()
    const password = row.model === 'account' && (row.update ?? row.data)?.password
    if (!change || typeof password !== 'string') return by(adapter)
    const written = await retryConflicts(() =>
      inTransaction(db, async (tx) => {
        const user = await lockUser(tx, change.userId)
        const result = await by(openIn(tx), change)
        await stillAllowed(tx, change)
        const byMail = 'reset' in change.ground
        const proved = byMail && (await proveEmail(tx, change.userId))
        await endAccess(tx, change.userId)
        const at = clock.now()
        if (proved) await recordOwn(tx, 'account.email-verified', proved, { at })
        // mutant(condition → true): users stay
        if (user) await recordOwn(tx, byMail ? 'account.password-reset' : 'account.password-changed', user, { at })
        return result
      }),
    )
    change.to = password
    return written
  }
  return {
    ...adapter,
    create: (row) => write(row, (over) => over.create(row)),
    updateMany: (row) => write(row, (over) => over.updateMany(row)),
    update: <T>(row: Parameters<typeof adapter.update<T>>[0]) =>
      write(row, async (over, change) => {
        if (!change || 'reset' in change.ground) return over.update<T>(row)
        const checked = { field: 'password', value: change.ground.from ?? null }
        const updated = await over.update<T>({ ...row, where: [...row.where, checked] })
        if (!updated) throw replaced()
        return updated
      }),
  }
}

/**
 * No session begins for a user who was removed, even a moment before: their row is locked until the session exists. Nor does one
 * begin by a second factor when what led to it was ended meanwhile, or by a passkey that was removed or copied.
 */
function openingWhileAllowed(adapter: Adapter, { db, clock, openIn }: Parts): Adapter {
  const create = <T extends Record<string, unknown>, R = T>(row: Parameters<typeof adapter.create<T, R>>[0]) => {
    if (row.model !== 'session') return adapter.create<T, R>(row)
    const { step, passkey } = authCall() ?? {}
    return retryConflicts(() =>
      inTransaction(db, async (tx) => {
        if (!(await lockActiveUser(tx, String(row.data['userId'])))) {
          throw new APIError('FORBIDDEN', { code: 'ACCOUNT_REMOVED', message: messages.accountRemoved })
        }
        if (step && !(await takeUnderWay(tx, step.underWay))) {
          throw new APIError('UNAUTHORIZED', { code: 'STEP_OVER', message: factorMessages.stepOver })
        }
        if (passkey) await showPasskey(tx, passkey, clock.now())
        return openIn(tx).create<T, R>(row)
      }),
    )
  }
  return { ...adapter, create }
}

/** Each session records the second factor it began with: none takes it over from the session before. */
function withFactor(adapter: Adapter): Adapter {
  const create = <T extends Record<string, unknown>, R = T>(row: Parameters<typeof adapter.create<T, R>>[0]) =>
    adapter.create<T, R>(
      row.model === 'session' ? { ...row, data: { ...row.data, secondFactor: authCall()?.factor ?? null } } : row,
    )
  return { ...adapter, create }
}

/** @throws APIError when what allows the change was ended while it waited or hashed. */
async function stillAllowed(tx: Database, { userId, ground }: PasswordChange): Promise<void> {
  if ('reset' in ground) {
    if (!(await takeUnderWay(tx, ground.reset))) throw replaced()
  } else if (!(await lockActor(tx, { id: userId, session: ground.session }))) {
    throw new APIError('UNAUTHORIZED', { code: 'SESSION_OVER', message: messages.signInFirst })
  }
}

const replaced = () =>
  new APIError('CONFLICT', { code: 'PASSWORD_REPLACED', message: accountMessages.passwordReplaced })

type Parts = { db: Database; clock: Clock; openIn: (tx: Database) => Adapter }
type Written = { model: string; data?: { password?: unknown }; update?: { password?: unknown } }
