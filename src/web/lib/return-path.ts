/** Never a real host: it only shows whether an address leaves the site. */
const site = 'http://site.invalid'
const signInPages = new Set(['/login', '/signup'])

/**
 * The path to go back to after signing in, when it is a path of this site.
 * The browser's own parser decides (WHATWG URL), so that `//evil`, `/\evil`, `/<tab>/evil` and `/a/..//evil` are all seen
 * for what they are.
 * @returns the path with its query, or `otherwise` when `from` is missing, leads elsewhere or back to a sign-in page.
 */
export function returnPath(from: string | null, otherwise = '/'): string {
  if (from === null || !from.startsWith('/') || !URL.canParse(from, site)) return otherwise
  const url = new URL(from, site)
  const leavesTheSite = url.origin !== site || url.pathname.startsWith('//')
  if (leavesTheSite || signInPages.has(url.pathname)) return otherwise
  return `${url.pathname}${url.search}${url.hash}`
}

/** The login page that remembers where the visitor wanted to go. */
export function loginPath({ pathname, search }: { pathname: string; search: string }): string {
  const from = `${pathname}${search}`
  return from === '/' ? '/login' : `/login?from=${encodeURIComponent(from)}`
}
