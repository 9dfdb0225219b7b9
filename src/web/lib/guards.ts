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

/** Asks the server, because a token may be older than the role. @throws ApiProblem */
export async function isAdmin(user: SessionUser): Promise<boolean> {
  const answer = await api.admin[':email'].$get({ param: { email: encodeURIComponent(user.email) } })
  return (await answer.json()).admin
}

/** For clientLoaders of admins' pages. @throws as requireSession and isAdmin, and a 403 for anyone else. */
export async function requireAdmin(request: Request): Promise<SessionUser> {
  const user = await requireSession(request)
  if (!(await isAdmin(user))) throw data(undefined, { status: 403 })
  return user
}
