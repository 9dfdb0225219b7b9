import { AsyncLocalStorage } from 'node:async_hooks'
import type { SecondFactor, TokenSubject } from '#shared/actor.ts'
import type { ShownPasskey } from './passkey-store.ts'

/** A call of one of the library's routes, as our tables need to know it when the library writes. */
export type AuthCall = {
  route: string
  /** Whether the browser signed in to the account of that e-mail before. */
  isKnownDevice: (email: string) => Promise<boolean>
  /** The second factor of a session that the call begins. */
  factor?: SecondFactor | undefined
  /** What entitles the call to act on a second factor, until it is done. */
  step?: FactorStep | undefined
  /** Who changes their passkeys, and the session that entitles them to. */
  by?: TokenSubject | undefined
  /** The passkey that signs in, with the counter that its device has shown. */
  passkey?: (ShownPasskey & { counter?: number }) | undefined
  /** A database error that the library would report as something else. */
  failure?: unknown
}

/** The state of a call that asks for, sets up or removes a second factor. */
export type FactorStep = {
  userId: string
  /** The row that is deleted when what allows the call ends (under-way.ts). */
  underWay: string
  /** Whether it signs somebody in, rather than being made by somebody who is signed in already. */
  isSignIn: boolean
  /** The secret of the one-time codes as it was stored when the call began. */
  secret: string | undefined
}

const currentCall = new AsyncLocalStorage<AuthCall>()

/** Runs `work`: what the library writes in it belongs to that call. */
export const duringCall = <T>(call: AuthCall, work: () => Promise<T>): Promise<T> => currentCall.run(call, work)

export const authCall = (): AuthCall | undefined => currentCall.getStore()
