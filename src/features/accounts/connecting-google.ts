import { APIError } from 'better-auth/api'
import { googleMessages } from '#content/google.ts'
import { retryConflicts, sqlState, uniqueViolation } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { TokenSubject } from '#shared/actor.ts'
import type { Adapter } from './auth-adapter.ts'
import { googleVisit } from './google-visit.ts'
import { lockActor } from './store.ts'

/**
 * Connects Google in the same transaction that checks the session in which this was begun: between the library's check and its
 * write the owner may end that session, and Google would still become a way in. Of two visits that connect it at once the second
 * finds it connected.
 */
export function connectingGoogle(adapter: Adapter, db: Database, openIn: (tx: Database) => Adapter): Adapter {
  async function create<T extends Record<string, unknown>, R = T>(
    row: Parameters<typeof adapter.create<T, R>>[0],
  ): Promise<R> {
    const visit = googleVisit()
    if (row.model !== 'account' || !visit) return adapter.create<T, R>(row)
    const { by } = visit
    try {
      return await (by ? inSession(db, by, (tx) => openIn(tx).create<T, R>(row)) : adapter.create<T, R>(row))
    } catch (error) {
      if (sqlState(error) !== uniqueViolation) throw error
      return await connectedAlready<R>(adapter, row.data)
    }
  }
  return { ...adapter, create }
}

const inSession = <T>(db: Database, by: TokenSubject, connect: (tx: Database) => Promise<T>): Promise<T> =>
  retryConflicts(() =>
    inTransaction(db, async (tx) => {
      if (await lockActor(tx, by)) return connect(tx)
      throw new APIError('UNAUTHORIZED', { code: 'session_over', message: googleMessages.sessionOver })
    }),
  )

/** The connection that exists already. @throws APIError for somebody else's. */
async function connectedAlready<R>(adapter: Adapter, { userId, accountId }: Record<string, unknown>): Promise<R> {
  const found = await adapter.findOne<R & { userId: string }>({
    model: 'account',
    where: [
      { field: 'providerId', value: 'google' },
      { field: 'accountId', value: String(accountId) },
    ],
  })
  if (found && found.userId === userId) return found
  throw new APIError('CONFLICT', { code: 'account_already_linked_to_different_user', message: googleMessages.taken })
}
