import { APIError } from 'better-auth/api'
import { isUnavailable } from '#platform/db/conflict.ts'
import type { Adapter } from './auth-adapter.ts'
import { authCall, type AuthCall } from './auth-call.ts'

/**
 * Keeps database errors. The library would report them as something else: a user who could not be created, a missing session or,
 * for any error while it adds or checks a passkey, a wrong passkey.
 */
export function tellingFailures(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(value, target, given)
        return answer instanceof Promise ? answer.catch(keep) : answer
      }
    },
  })
}

function keep(error: unknown): never {
  const call = authCall()
  if (call && isKept(call, error)) call.failure = error
  throw error
}

const isKept = (call: AuthCall, error: unknown): boolean =>
  isUnavailable(error) || ((call.by !== undefined || call.passkey !== undefined) && !(error instanceof APIError))
