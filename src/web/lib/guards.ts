import { data, redirect } from 'react-router'
import { api } from './api.ts'
import type { SessionUser } from './claims.ts'
import { loginPath } from './return-path.ts'
import { settleSession } from './session.ts'

/**
 * For clientLoaders of private pages: who is signed in.
 * @throws a redirect to /login that remembers this page when nobody is; ApiProblem when that could not be found out.
 */
export async function requireSession(request: Request): Promise<SessionUser> {
  const user = await settleSession()
  if (!user) throw redirect(loginPath(new URL(request.url)))
  return user
}

/**
 * For clientLoaders of admins' pages: asks the server, because a token may be older than the role.
 * @throws as requireSession, and a 403 for anyone else.
 */
export async function requireAdmin(request: Request): Promise<SessionUser> {
  const user = await requireSession(request)
  const answer = await api.admin[':email'].$get({ param: { email: encodeURIComponent(user.email) } })
  const { admin } = await answer.json()
  if (!admin) throw data(undefined, { status: 403 })
  return user
}
