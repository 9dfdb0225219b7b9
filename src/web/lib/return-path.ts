import { ownPath } from '#shared/own-path.ts'

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

/** The sign-in page as the goal of a visit at Google, with the page that is remembered there. */
export function googleGoals(page: '/login' | '/signup', from: string | null): { success: string; failure: string } {
  const failure = signInPath(page, from)
  return { success: `${failure}${from === null ? '?' : '&'}via=google`, failure }
}

/** The login page that remembers where the visitor wanted to go. */
export function loginPath({ pathname, search }: { pathname: string; search: string }): string {
  const from = `${pathname}${search}`
  return signInPath('/login', from === '/' ? null : from)
}
