import { createMiddleware } from 'hono/factory'

/** An escaped character that means the same unescaped (RFC 3986, 2.3 and 6.2.2.2). */
const needless = /%(?:2d|2e|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi

/**
 * Redirects an address with needless escapes to the one without, before anything acts on it: routing, caching and
 * forwarding would each read it in their own way.
 * @param origin the site's public origin, without a trailing slash.
 */
export function canonicalPath(origin: string) {
  return createMiddleware(async (c, next) => {
    const { url } = c.req
    // mutant(condition → false): only sooner
    if (!url.includes('%')) return next()
    const { pathname, search } = new URL(url)
    const canonical = pathname.replace(needless, (escape) => decodeURIComponent(escape))
    return canonical === pathname ? next() : c.redirect(origin + canonical + search, 308)
  })
}
