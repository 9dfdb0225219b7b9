import { AsyncLocalStorage } from 'node:async_hooks'

/** A password that is being set: whose it is, and what allows it. */
export type PasswordChange = {
  userId: string
  ground: ByMail | ByPassword
  /** The hash that was set, once it is. */
  to?: string
}

/** A mailed link, which also proves who owns the address: the row `reset` is in the database until somebody ends it. */
type ByMail = { reset: string }
/** The current password of a signed-in user. */
type ByPassword = {
  session: string
  /** The hash of the current password; undefined for none. */
  from: string | undefined
}

const currentChange = new AsyncLocalStorage<PasswordChange>()

/**
 * A password that the library sets within `work` ends everything that was opened with the previous one, in one transaction
 * (auth-database.ts). Checking a password and hashing another takes a fifth of a second, in which somebody else may set one or
 * end all access: so the library replaces no password but `from`, and sets none for a session or by a link that was ended.
 */
export const changingPassword = <T>(change: PasswordChange, work: () => Promise<T>): Promise<T> =>
  currentChange.run(change, work)

export const passwordChange = (): PasswordChange | undefined => currentChange.getStore()
