import type { AuthBodies } from '#features/accounts/auth-routes.ts'
import type { Token } from '#features/accounts/schema.ts'
import { expectSuccess, reach } from './problem.ts'

/**
 * Ends the session on the server, even if the user leaves the page meanwhile.
 * @throws ApiProblem when the server could not be reached: the session then continues.
 */
export async function endSession(): Promise<void> {
  await postTo('/sign-out', {}, { keepalive: true })
}

/**
 * Exchanges the session for an access token: with the known e-mail, otherwise with the e-mail that the session cookie resolves to.
 * @returns undefined when there is no session.
 * @throws ApiProblem when the server could not be reached or failed.
 */
export async function issueToken(knownEmail: string | undefined): Promise<string | undefined> {
  const token = knownEmail === undefined ? undefined : await exchange(knownEmail)
  if (token !== undefined) return token
  const email = await sessionEmail()
  return email === undefined ? undefined : exchange(email)
}

async function exchange(email: string): Promise<string | undefined> {
  const answer = await send('PUT', `/api/user/${encodeURIComponent(email)}`, { email })
  if (answer.status === 401 || answer.status === 403) return undefined
  const { token }: Token = await (await expectSuccess(answer)).json()
  return token
}

async function sessionEmail(): Promise<string | undefined> {
  const answer = await expectSuccess(await reach('/api/auth/get-session'))
  const body: unknown = await answer.json()
  return typeof body === 'object' && body !== null && 'user' in body ? stringAt(body.user, 'email') : undefined
}

type Options = Pick<RequestInit, 'keepalive'>

/** Posts to one of the sign-in routes. @throws ApiProblem unless it succeeded. */
export async function postTo<Path extends keyof AuthBodies>(
  path: Path,
  body: AuthBodies[Path],
  options?: Options,
): Promise<Response> {
  return expectSuccess(await send('POST', `/api/auth${path}`, body, options))
}

function send(method: string, path: string, body: object, options?: Options): Promise<Response> {
  return reach(path, {
    ...options,
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function stringAt(value: unknown, key: string): string | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === 'string' ? found : undefined
}
