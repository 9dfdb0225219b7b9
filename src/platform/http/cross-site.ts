import type { MiddlewareHandler } from 'hono'
import { Failure } from '#shared/errors.ts'

/** The origins of this shop's pages. On a local machine, localhost and 127.0.0.1 are the same shop but two origins. */
export function ownOrigins(publicUrl: string, port: number): string[] {
  const loopback = [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  return loopback.includes(publicUrl) ? loopback : [publicUrl]
}

const readOnly = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Sec-Fetch-Site of a page's call to its own origin, and of what the visitor began without a page (Fetch Metadata, 2.3). */
const ownSites = new Set(['same-origin', 'none'])

/**
 * Refuses requests that change something and that a page of another origin makes a browser send with the visitor's cookies. A
 * sibling (`same-site`) is another origin too. A caller that is not a browser sends neither of the two headers and passes.
 * @param origins those of this shop's pages.
 * @param refusal the text of the refusal.
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
