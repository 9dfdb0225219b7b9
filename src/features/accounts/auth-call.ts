import { AsyncLocalStorage } from 'node:async_hooks'

/** A call of one of the library's routes, for what the audit log says of what it does. */
export type AuthCall = {
  route: string
  /** Whether the browser signed in to the account of that e-mail before. */
  isKnownDevice: (email: string) => Promise<boolean>
}

const underWay = new AsyncLocalStorage<AuthCall>()

/** Within `work` the library writes for that call. */
export const duringCall = <T>(call: AuthCall, work: () => Promise<T>): Promise<T> => underWay.run(call, work)

export const authCall = (): AuthCall | undefined => underWay.getStore()
