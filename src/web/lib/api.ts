import { hc } from 'hono/client'
import type { Api } from '#server/api.ts'
import { expectSuccess, reach } from './problem.ts'
import { accessToken, replaceToken } from './session.ts'
import { learnTime } from './shop-time.ts'

/**
 * The shop's API client, typed from the server's routes. Callers must encode path parameters (`encodeURIComponent`).
 * Every call throws ApiProblem unless it succeeds.
 */
export const api = hc<Api>('/api', { fetch: authorisedFetch })

/** `fetch` with the access token. If the server rejects the token, it is renewed and the call is retried once. */
async function authorisedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const token = await accessToken()
  const answer = await send(input, init, token)
  if (answer.status !== 401) return expectSuccess(answer)
  const renewed = await replaceToken(token)
  return expectSuccess(renewed === undefined ? answer : await send(input, init, renewed))
}

async function send(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  token: string | undefined,
): Promise<Response> {
  const headers = new Headers(init?.headers)
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  // Always revalidate: a stale-while-revalidate copy must never answer an API call.
  const answer = await reach(input, { ...init, headers, cache: 'no-cache' })
  learnTime(answer.headers)
  return answer
}
