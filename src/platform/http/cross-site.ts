import type { MiddlewareHandler } from 'hono'
import { Failure } from '#shared/errors.ts'

/** The origins that pages of this shop have. On one's own machine localhost and 127.0.0.1 are the same shop, but two origins. */
export function ownOrigins(publicUrl: string, port: number): string[] {
  const loopback = [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  return loopback.includes(publicUrl) ? loopback : [publicUrl]
}

const readOnly = new Set(['GET', 'HEAD', 'OPTIONS'])
/** What browsers say of a page's call to its own origin, and of what the visitor began without a page (Fetch Metadata, 2.3). */
const ownSites = new Set(['same-origin', 'none'])

/**
 * Refuses what a page of another origin has a browser send, with the visitor's cookies, to change something. A sibling
 * (`same-site`) is another origin too. A caller that is no browser says neither of the two headers, and goes on.
 * @param origins those that pages of this shop have.
 * @param refusal what whoever is refused reads.
 */
export function refuseCrossSite(origins: readonly string[], refusal: string): MiddlewareHandler {
  return (c, next) => {
    if (readOnly.has(c.req.method)) return next()
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    const isOwn = (origin === undefined || origins.includes(origin)) && (site === undefined || ownSites.has(site))
    if (!isOwn) throw new Failure('forbidden', refusal)
    return next()
  }
}
