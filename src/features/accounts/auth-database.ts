import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { messages } from '#content/messages.ts'
import { sqlState, uniqueViolation } from '#platform/db/conflict.ts'
import type { Database } from '#platform/db/database.ts'
import { passwordChange } from './password-change.ts'
import { accounts, sessions, signingKeys, users, verifications } from './tables.ts'

type Open = ReturnType<typeof drizzleAdapter>
type Adapter = ReturnType<Open>

/**
 * Our tables as Better Auth takes them. It looks whether an address is free before it writes the user: of several who
 * sign up with one at the same moment all find it free, and all but one hear here what they would have heard later. So too
 * with the password that it replaces: it is the one it has checked, or none.
 */
export function authDatabase(db: Database): Open {
  const open = drizzleAdapter(db, {
    provider: 'pg',
    schema: { user: users, session: sessions, account: accounts, verification: verifications, jwks: signingKeys },
  })
  return (options) => {
    const adapter = open(options)
    const guarded = <A extends Guarded>(inner: A): A => replacingTheCheckedOne(refusingTaken(inner))
    const transaction: Adapter['transaction'] = (work) => adapter.transaction((inner) => work(guarded(inner)))
    return { ...guarded(adapter), transaction }
  }
}

type Guarded = Pick<Adapter, 'create' | 'update'>

function refusingTaken<A extends Guarded>(adapter: A): A {
  const create = <T extends Record<string, unknown>, R = T>(row: Parameters<typeof adapter.create<T, R>>[0]) =>
    adapter.create<T, R>(row).catch((error: unknown) => {
      if (row.model !== 'user' || sqlState(error) !== uniqueViolation) throw error
      throw new APIError('UNPROCESSABLE_ENTITY', {
        code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
        message: messages.emailTaken,
      })
    })
  return { ...adapter, create }
}

function replacingTheCheckedOne<A extends Guarded>(adapter: A): A {
  async function update<T>(row: Parameters<typeof adapter.update<T>>[0]): Promise<T | null> {
    const change = passwordChange()
    const { password } = row.update
    if (row.model !== 'account' || !change || typeof password !== 'string') return adapter.update<T>(row)
    const checked = { field: 'password', value: change.from ?? null }
    const updated = await adapter.update<T>({ ...row, where: [...row.where, checked] })
    if (!updated) throw new APIError('CONFLICT', { code: 'PASSWORD_REPLACED', message: messages.passwordReplaced })
    change.to = password
    return updated
  }
  return { ...adapter, update }
}
