import { APIError } from 'better-auth/api'
import { messages } from '#content/messages.ts'
import { passkeyMessages } from '#content/passkeys.ts'
import { retryConflicts, sqlState, uniqueViolation } from '#platform/db/conflict.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { TokenSubject } from '#shared/actor.ts'
import type { Clock } from '#shared/clock.ts'
import { recordOwn } from './audited.ts'
import type { Adapter } from './auth-adapter.ts'
import { authCall, type AuthCall } from './auth-call.ts'
import type { OwnerTelling } from './factor-mails.ts'
import {
  countPasskeys,
  deletePasskey,
  endOtherSessions,
  lockPasskey,
  mostPasskeys,
  raiseSession,
  usePasskey,
} from './passkey-store.ts'
import { findUserById, lockActor, type UserRow } from './store.ts'

type Parts = { db: Database; clock: Clock; owner: OwnerTelling; openIn: (tx: Database) => Adapter }

/**
 * Adds, renames and removes passkeys, with everything that belongs to it, in one transaction, while the session that does so is
 * live. Removing one ends every other session: a lost device is signed out.
 */
export function changingPasskeys(adapter: Adapter, { db, clock, owner, openIn }: Parts): Adapter {
  async function inSession<T>(by: TokenSubject, work: (tx: Database, user: UserRow) => Promise<T>): Promise<T> {
    await owner.ready()
    return retryConflicts(() =>
      inTransaction(db, async (tx) => {
        const user = (await lockActor(tx, by)) && (await findUserById(tx, by.id))
        if (!user) throw new APIError('UNAUTHORIZED', { code: 'SESSION_OVER', message: messages.signInFirst })
        return work(tx, user)
      }),
    )
  }

  const add = <T>(by: TokenSubject, name: string, write: (over: Adapter) => Promise<T>) =>
    inSession(by, async (tx, user) => {
      if ((await countPasskeys(tx, user.id)) >= mostPasskeys)
        throw refused('TOO_MANY_PASSKEYS', passkeyMessages.tooMany)
      const added = await write(openIn(tx))
      await raiseSession(tx, by.session)
      // Under a key that is removed from the log with the person (audit_erase_person).
      await recordOwn(tx, 'account.passkey-added', user, { at: clock.now(), after: { name } })
      await owner.tell(tx, user, 'passkey-added')
      return added
    }).catch((error: unknown) => {
      throw sqlState(error) === uniqueViolation ? refused('PASSKEY_TAKEN', passkeyMessages.taken) : error
    })

  const rename = <T>(by: TokenSubject, id: string, name: string, write: (over: Adapter) => Promise<T>) =>
    inSession(by, async (tx, user) => {
      const before = await lockPasskey(tx, user.id, id)
      if (before === undefined) throw notYours()
      const changes = { before: { name: before }, after: { name } }
      if (before !== name) await recordOwn(tx, 'account.passkey-renamed', user, { at: clock.now(), ...changes })
      return write(openIn(tx))
    })

  const remove = (by: TokenSubject, id: string) =>
    inSession(by, async (tx, user) => {
      const name = await lockPasskey(tx, user.id, id)
      if (name === undefined) throw notYours()
      await deletePasskey(tx, user.id, id)
      await endOtherSessions(tx, by)
      await recordOwn(tx, 'account.passkey-removed', user, { at: clock.now(), before: { name } })
      await owner.tell(tx, user, 'passkey-removed')
    })

  return {
    ...adapter,
    /** At a sign-in, shows the library a counter of 0: it would compare the real one before anything is locked. */
    async findOne<T>(row: Parameters<typeof adapter.findOne<T>>[0]) {
      const found = await adapter.findOne<T>(row)
      return found && row.model === 'passkey' && authCall()?.passkey ? { ...found, counter: 0 } : found
    },
    create<T extends Record<string, unknown>, R = T>(row: Parameters<typeof adapter.create<T, R>>[0]) {
      const by = row.model === 'passkey' && authCall()?.by
      return by ? add(by, String(row.data['name']), (over) => over.create<T, R>(row)) : adapter.create<T, R>(row)
    },
    async update<T>(row: Parameters<typeof adapter.update<T>>[0]) {
      const { by, passkey } = authCall() ?? {}
      if (row.model !== 'passkey') return adapter.update<T>(row)
      // Stored when the session begins (auth-database.ts).
      if (passkey) passkey.counter = Number(row.update['counter'])
      return by ? rename(by, idIn(row.where), String(row.update['name']), (over) => over.update<T>(row)) : null
    },
    async delete<T>(row: Parameters<typeof adapter.delete<T>>[0]) {
      const by = row.model === 'passkey' && authCall()?.by
      if (by) await remove(by, idIn(row.where))
      else await adapter.delete<T>(row)
    },
  }
}

/** Records which passkey a session begins with. @throws APIError for one that was removed or copied. */
export async function showPasskey(
  tx: Database,
  { id, counter = 0 }: NonNullable<AuthCall['passkey']>,
  at: Date,
): Promise<void> {
  const use = await usePasskey(tx, id, { counter, at })
  if (use === 'gone')
    throw new APIError('UNAUTHORIZED', { code: 'PASSKEY_NOT_FOUND', message: passkeyMessages.unknown })
  if (use === 'copied') throw new APIError('UNAUTHORIZED', { code: 'PASSKEY_COPIED', message: passkeyMessages.copied })
}

const idIn = (where: readonly { field: string; value: unknown }[]): string =>
  String(where.find(({ field }) => field === 'id')?.value)

const refused = (code: string, message: string) => new APIError('CONFLICT', { code, message })
const notYours = () => new APIError('NOT_FOUND', { code: 'PASSKEY_NOT_FOUND', message: passkeyMessages.notYours })
