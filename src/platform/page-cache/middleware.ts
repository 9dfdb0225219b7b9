import type { Context, Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { CacheTag, PageCache } from './cache.ts'

/** A handler whose answer is the same for everyone says what it shows: then the answer is kept. */
export type Keepable = { Bindings: { renew?: boolean } | undefined; Variables: { cacheTags?: readonly CacheTag[] } }

/**
 * A browser asks each time, which costs a 304; a cache in between may serve for a minute, and longer while it asks
 * (CDN-Cache-Control, RFC 9213). Told to everyone, `stale-while-revalidate` would have browsers show old stock.
 */
const forBrowsers = 'public, max-age=0, s-maxage=60, must-revalidate'
const forSharedCaches = 'max-age=60, stale-while-revalidate=600'

/**
 * The outermost middleware: keeps what handlers mark, with every header it leaves with, and answers with what it
 * kept. One rendering at a time of each address; whoever asks meanwhile gets its result.
 * @param addressOf the address that an answer is kept under, and for which it is made: without parameters that change
 * nothing; undefined for what is not kept.
 */
export function keepResponses(cache: PageCache, addressOf: (url: URL) => string | undefined) {
  const rendering = new Map<string, Promise<unknown>>()
  const answer = async (c: Context<Keepable>, next: Next, url: string) => {
    if (c.env?.renew) {
      if (rendering.has(url)) return c.body(null)
    } else {
      // Waiting for nothing would let everyone past who asks at the same moment.
      if (rendering.has(url)) await rendering.get(url)
      const kept = cache.respond(url, c.req.raw.headers)
      if (kept) return kept
    }
    const work = renderAndKeep(cache, c, next, url)
    rendering.set(
      url,
      work.catch(() => undefined).finally(() => rendering.delete(url)),
    )
    return work
  }
  return createMiddleware<Keepable>(async (c, next) => {
    const asked = new URL(c.req.url)
    const address = c.req.method === 'GET' ? addressOf(asked) : undefined
    if (address === undefined) return next()
    // What is rendered may not know more of the address than what it is kept under.
    if (address !== asked.pathname + asked.search) c.req.raw = new Request(asked.origin + address, c.req.raw)
    return (await answer(c, next, address)) ?? undefined
  })
}

async function renderAndKeep(cache: PageCache, c: Context<Keepable>, next: Next, url: string): Promise<void> {
  const since = cache.snapshot()
  await next()
  const shows = c.get('cacheTags')
  if (!shows || c.res.status !== 200) {
    // What is gone must not live on as its stale answer; while the shop itself fails, the stale one is better than none.
    if (c.res.status < 500) cache.forget(url)
    return
  }
  c.res.headers.set('cache-control', forBrowsers)
  c.res.headers.set('cdn-cache-control', forSharedCaches)
  const body = Buffer.from(await c.res.clone().arrayBuffer())
  cache.keep(url, { headers: c.res.headers, body, tags: shows }, since)
  c.res = cache.respond(url, c.req.raw.headers) ?? c.res
}

/** Says that the answer of a call is the same for everyone and shows `tags`. */
export const cacheTags = (...tags: CacheTag[]) =>
  createMiddleware<Keepable>((c, next) => {
    c.set('cacheTags', tags)
    return next()
  })
