import { AsyncLocalStorage } from 'node:async_hooks'
import type { SecondFactor, TokenSubject } from '#shared/actor.ts'
import type { ShownPasskey } from './passkey-store.ts'

/** A call of one of the library's routes, for what our tables make of what it does. */
export type AuthCall = {
  route: string
  /** Whether the browser signed in to the account of that e-mail before. */
  isKnownDevice: (email: string) => Promise<boolean>
  /** The second factor of a session that begins in it. */
  factor?: SecondFactor | undefined
  /** What it does about a second factor stands on this, until it is done. */
  step?: FactorStep | undefined
  /** Who changes their passkeys, and the session on which that stands. */
  by?: TokenSubject | undefined
  /** The passkey that signs in, with the count that its device has shown. */
  passkey?: (ShownPasskey & { counter?: number }) | undefined
  /** What went wrong at the database, where the library would say something else. */
  failure?: unknown
}

/** Somebody's way through a call that asks for, sets up or ends a second factor. */
export type FactorStep = {
  userId: string
  /** The row that goes when what allows it ends (under-way.ts). */
  underWay: string
  /** Whether they come in by it, and are not signed in yet. */
  isSignIn: boolean
  /** The secret of the one-time codes as it was kept when the call began. */
  secret: string | undefined
}

const underWay = new AsyncLocalStorage<AuthCall>()

/** Within `work` the library writes for that call. */
export const duringCall = <T>(call: AuthCall, work: () => Promise<T>): Promise<T> => underWay.run(call, work)

export const authCall = (): AuthCall | undefined => underWay.getStore()
