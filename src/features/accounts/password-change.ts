import { AsyncLocalStorage } from 'node:async_hooks'

/** The hash of the password that a change was allowed by, and of the one that it has set, once it has. */
export type PasswordChange = { from: string | undefined; to?: string }

const underWay = new AsyncLocalStorage<PasswordChange>()

/**
 * Checking a password and hashing another takes a fifth of a second, in which a mailed link may set one too: within `work`
 * the library replaces no password but `change.from` (auth-database.ts), and `change.to` is what it set.
 */
export const changingPassword = <T>(change: PasswordChange, work: () => Promise<T>): Promise<T> =>
  underWay.run(change, work)

export const passwordChange = (): PasswordChange | undefined => underWay.getStore()
