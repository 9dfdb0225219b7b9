import type { Context, Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import { onBehalfOf } from '../db/fair-line.ts'
import { networkOf } from '../http/client-address.ts'
import type { Turns } from '../http/turns.ts'
import type { CacheTag, PageCache } from './cache.ts'

/** A handler whose answer is the same for everyone says what it shows: then the answer is kept. */
export type Keepable = {
  Bindings: { renew?: boolean } | undefined
  Variables: { cacheTags?: readonly CacheTag[]; clientAddress?: string }
}

/**
 * A browser asks each time, which costs a 304; a cache in between may serve for a minute, and longer while it asks
 * (CDN-Cache-Control, RFC 9213). Told to everyone, `stale-while-revalidate` would have browsers show old stock.
 */
const forBrowsers = 'public, max-age=0, s-maxage=60, must-revalidate'
const forSharedCaches = 'max-age=60, stale-while-revalidate=600'

/** What an answer is made for, and whether it is kept. */
type Kept = { address: string; isKept: boolean }

/**
 * The outermost middleware: keeps what handlers mark, with every header it leaves with, and answers with what it
 * kept. One rendering at a time of each address; whoever asks meanwhile gets its result.
 * @param addressOf without parameters that change nothing; undefined for what is none of its business.
 * @param turn whose turn it is to have something rendered, by the network that asks.
 */
export function keepResponses(cache: PageCache, addressOf: (url: URL) => Kept | undefined, turn: Turns) {
  const rendering = new Map<string, Promise<unknown>>()

  async function render(c: Context<Keepable>, next: Next, { address, isKept }: Kept): Promise<undefined> {
    // In nobody's name: whoever else wants the page would wait in the line of who asked first.
    const work = onBehalfOf('', () => renderAndKeep(cache, c, next, isKept ? address : undefined))
    rendering.set(
      address,
      work.catch(() => undefined).finally(() => rendering.delete(address)),
    )
    await work
  }

  return createMiddleware<Keepable>(async (c, next) => {
    const asked = new URL(c.req.url)
    const kept = addressOf(asked)
    if (!kept) return next()
    const { address } = kept
    const network = () => networkOf(c.get('clientAddress') ?? '')
    if (c.req.method === 'HEAD') return turn(network(), next)
    // A short body is there (server/listener.ts), but one of unknown length can be long in coming: no form waits for that.
    if (c.req.method !== 'GET') return turn(`${lengthOf(c)} from ${network()}`, next)
    // What is rendered may not know more of the address than what it is kept under.
    if (address !== asked.pathname + asked.search) c.req.raw = new Request(asked.origin + address, c.req.raw)
    if (c.env?.renew)
      return turn('a renewal', async () => (rendering.has(address) ? c.body(null) : render(c, next, kept)))
    // Waiting for nothing would let everyone past who asks at the same moment.
    if (rendering.has(address)) await rendering.get(address)
    const ready = cache.respond(address, c.req.raw.headers)
    if (ready) return ready
    const { signal } = c.req.raw
    // Only now: nobody waits for a rendering whose turn has not come. Meanwhile somebody else's may have.
    return turn(network(), async () => {
      // Nothing is made for somebody who has left.
      if (signal.aborted) return c.body(null)
      if (rendering.has(address)) await rendering.get(address)
      return cache.respond(address, c.req.raw.headers) ?? render(c, next, kept)
    })
  })
}

const lengthOf = (c: Context): string => (c.req.header('transfer-encoding') ? 'a stream' : 'a form')

async function renderAndKeep(
  cache: PageCache,
  c: Context<Keepable>,
  next: Next,
  address: string | undefined,
): Promise<void> {
  const since = cache.snapshot()
  await next()
  const tags = c.get('cacheTags')
  if (address === undefined) return
  if (!tags || c.res.status !== 200) {
    // What is gone must not live on as its stale answer; while the shop itself fails, the stale one is better than none.
    if (c.res.status < 500) cache.forget(address)
    return
  }
  c.res.headers.set('cache-control', forBrowsers)
  c.res.headers.set('cdn-cache-control', forSharedCaches)
  const body = Buffer.from(await c.res.clone().arrayBuffer())
  cache.keep(address, { headers: c.res.headers, body, tags }, since)
  c.res = cache.respond(address, c.req.raw.headers) ?? c.res
}

/** Says that the answer of a call is the same for everyone and shows `tags`. */
export const cacheTags = (...tags: CacheTag[]) =>
  createMiddleware<Keepable>((c, next) => {
    c.set('cacheTags', tags)
    return next()
  })
