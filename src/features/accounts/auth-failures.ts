import { APIError } from 'better-auth/api'
import { isUnavailable } from '#platform/db/conflict.ts'
import type { Adapter } from './auth-adapter.ts'
import { authCall, type AuthCall } from './auth-call.ts'

/**
 * Keeps what goes wrong at the database. The library would call it something else: a user who could not be made, a session that is not
 * there, and, of whatever it is as it makes or takes a passkey, a wrong one.
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
