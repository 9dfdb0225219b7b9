import { ownPath } from '#shared/own-path.ts'
import { orderAgainIn } from './order-again.ts'

const signInPages = new Set(['/login', '/signup'])

/**
 * The path to go back to after signing in, when it is a path of this site.
 * @returns the path with its query, or `otherwise` when `from` is missing, leads elsewhere or back to a sign-in page.
 */
export function returnPath(from: string | null, otherwise = '/'): string {
  const url = from === null ? undefined : ownPath(from)
  if (!url || signInPages.has(url.pathname)) return otherwise
  return `${url.pathname}${url.search}${url.hash}`
}

/** A sign-in page that remembers the same page as the one that leads to it. */
export function signInPath(page: '/login' | '/signup', from: string | null): string {
  return from === null ? page : `${page}?from=${encodeURIComponent(from)}`
}

/** A page that a request asked for, as `loginPath` takes it: its fragment, which no request has, is that of the same page here. */
export function pageWanted({ pathname, search }: URL, here: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  const isHere = pathname === here.pathname && search === here.search
  // No other is taken along: a fragment may be the secret of a mail's link.
  return { pathname, search, hash: isHere && orderAgainIn(here.hash) !== undefined ? here.hash : '' }
}

/** The sign-in page as the goal of a visit at Google, with the page that is remembered there. */
export function googleGoals(page: '/login' | '/signup', from: string | null): { success: string; failure: string } {
  const failure = signInPath(page, from)
  return { success: `${failure}${from === null ? '?' : '&'}via=google`, failure }
}

/** The login page that remembers where the visitor wanted to go. */
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
