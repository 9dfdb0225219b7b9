import { data, redirect } from 'react-router'
import { api } from './api.ts'
import type { SessionUser } from './claims.ts'
import { loginPath, pageWanted } from './return-path.ts'
import { settleSession } from './session.ts'

/**
 * For clientLoaders of private pages: returns the signed-in user.
 * @throws a redirect to /login that remembers this page when nobody is signed in; ApiProblem when the session cannot be checked.
 */
export async function requireSession(request: Request): Promise<SessionUser> {
  const user = await settleSession()
  if (!user) throw redirect(loginPath(pageWanted(new URL(request.url), location)))
  return user
}

/** A user's staff status. */
export type Standing = {
  /** Whether they may act as an admin. */
  staff: boolean
  /** Whether they are an admin who must set up a second factor before acting as one. */
  lacksFactor: boolean
}

/** Asks the server, because a token may be older than the role. @throws ApiProblem */
export async function standingOf(user: SessionUser): Promise<Standing> {
  const answer = await api.admin[':email'].$get({ param: { email: encodeURIComponent(user.email) } })
  const { admin, lacksSecondFactor: lacksFactor = false } = await answer.json()
  return { staff: admin && !lacksFactor, lacksFactor }
}

/** Whether the user may act as an admin. @throws ApiProblem */
export const isAdmin = async (user: SessionUser): Promise<boolean> => (await standingOf(user)).staff

/** For clientLoaders of admin pages. @throws like requireSession and isAdmin; a redirect to set up a second factor; a 403. */
export async function requireAdmin(request: Request): Promise<SessionUser> {
  const user = await requireSession(request)
  const { staff, lacksFactor } = await standingOf(user)
  if (lacksFactor) throw redirect(factorPath)
  if (!staff) throw data(undefined, { status: 403 })
  return user
}

/** Where a second factor is set up. */
export const factorPath = '/dashboard/myprofile'
