import { AsyncLocalStorage } from 'node:async_hooks'

/** A password that is being set: whose it is, and on what ground. */
export type PasswordChange = {
  userId: string
  ground: ByMail | ByPassword
  /** The hash that was set, once it is. */
  to?: string
}

/** A mailed link, which also shows whose the address is: `reset` stands in the database until somebody ends it. */
type ByMail = { reset: string }
/** The password before, of who is signed in. */
type ByPassword = {
  session: string
  /** The hash of the password before; undefined for none. */
  from: string | undefined
}

const underWay = new AsyncLocalStorage<PasswordChange>()

/**
 * Within `work` a password that the library sets takes what the one before had opened with it, in one transaction
 * (auth-database.ts). Checking a password and hashing another takes a fifth of a second, in which somebody else may set one or
 * end all access: so the library replaces no password but `from`, for no session that is over, and by no link that was ended.
 */
export const changingPassword = <T>(change: PasswordChange, work: () => Promise<T>): Promise<T> =>
  underWay.run(change, work)

export const passwordChange = (): PasswordChange | undefined => underWay.getStore()
