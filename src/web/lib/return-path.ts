import { ownPath } from '#shared/own-path.ts'
import { orderAgainIn } from './order-again.ts'

const signInPages = new Set(['/login', '/signup'])

/**
 * The path to return to after signing in, if it is on this site.
 * @returns the path with its query, or `otherwise` when `from` is missing, leads off the site or back to a sign-in page.
 */
export function returnPath(from: string | null, otherwise = '/'): string {
  const url = from === null ? undefined : ownPath(from)
  if (!url || signInPages.has(url.pathname)) return otherwise
  return `${url.pathname}${url.search}${url.hash}`
}

/** The path of a sign-in page with the page to return to. */
export function signInPath(page: '/login' | '/signup', from: string | null): string {
  return from === null ? page : `${page}?from=${encodeURIComponent(from)}`
}

/** The page of a request, for `loginPath`. Requests have no fragment: the current location's is used if it is the same page. */
export function pageWanted({ pathname, search }: URL, here: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  const isHere = pathname === here.pathname && search === here.search
  // No other fragment is passed on: it may be the secret of a mail's link.
  return { pathname, search, hash: isHere && orderAgainIn(here.hash) !== undefined ? here.hash : '' }
}

/** The URLs of a sign-in page for the Google flow to return to, with the page remembered there. */
export function googleGoals(page: '/login' | '/signup', from: string | null): { success: string; failure: string } {
  const failure = signInPath(page, from)
  return { success: `${failure}${from === null ? '?' : '&'}via=google`, failure }
}

/** The path of the login page, with the page the visitor wanted. */
export function loginPath({
  pathname,
  search,
  hash = '',
}: {
  pathname: string
  search: string
  hash?: string
}): string {
  const from = `${pathname}${search}${hash}`
  return signInPath('/login', from === '/' ? null : from)
}
