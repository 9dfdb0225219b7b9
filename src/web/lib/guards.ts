import { data, redirect } from 'react-router'
import { api } from './api.ts'
import type { SessionUser } from './claims.ts'
import { loginPath, pageWanted } from './return-path.ts'
import { settleSession } from './session.ts'

/**
 * For clientLoaders of private pages: who is signed in.
 * @throws a redirect to /login that remembers this page when nobody is; ApiProblem when that could not be found out.
 */
export async function requireSession(request: Request): Promise<SessionUser> {
  const user = await settleSession()
  if (!user) throw redirect(loginPath(pageWanted(new URL(request.url), location)))
  return user
}

/** What somebody is to the shop's staff. */
export type Standing = {
  /** Whether they may act as an admin. */
  staff: boolean
  /** Whether they are an admin who may not, until they have set up a second factor. */
  lacksFactor: boolean
}

/** Asks the server, because a token may be older than the role. @throws ApiProblem */
export async function standingOf(user: SessionUser): Promise<Standing> {
  const answer = await api.admin[':email'].$get({ param: { email: encodeURIComponent(user.email) } })
  const { admin, lacksSecondFactor: lacksFactor = false } = await answer.json()
  return { staff: admin && !lacksFactor, lacksFactor }
}

/** Whether somebody may act as an admin. @throws ApiProblem */
export const isAdmin = async (user: SessionUser): Promise<boolean> => (await standingOf(user)).staff

/** For clientLoaders of admins' pages. @throws as requireSession and isAdmin; a way to what an admin lacks; a 403 for anyone else. */
export async function requireAdmin(request: Request): Promise<SessionUser> {
  const user = await requireSession(request)
  const { staff, lacksFactor } = await standingOf(user)
  if (lacksFactor) throw redirect(factorPath)
  if (!staff) throw data(undefined, { status: 403 })
  return user
}

/** Where a second factor is set up. */
export const factorPath = '/dashboard/myprofile'
