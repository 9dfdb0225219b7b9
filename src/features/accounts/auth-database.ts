import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { messages } from '#content/messages.ts'
import { sqlState, uniqueViolation } from '#platform/db/conflict.ts'
import type { Database } from '#platform/db/database.ts'
import { accounts, sessions, signingKeys, users, verifications } from './tables.ts'

type Open = ReturnType<typeof drizzleAdapter>
type Adapter = ReturnType<Open>

/**
 * Our tables as Better Auth takes them. It looks whether an address is free before it writes the user: of several who
 * sign up with one at the same moment all find it free, and all but one hear here what they would have heard later.
 */
export function authDatabase(db: Database): Open {
  const open = drizzleAdapter(db, {
    provider: 'pg',
    schema: { user: users, session: sessions, account: accounts, verification: verifications, jwks: signingKeys },
  })
  return (options) => {
    const adapter = open(options)
    const transaction: Adapter['transaction'] = (work) => adapter.transaction((inner) => work(refusingTaken(inner)))
    return { ...refusingTaken(adapter), transaction }
  }
}

function refusingTaken<A extends Pick<Adapter, 'create'>>(adapter: A): A {
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
