import type { Context, Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import { onBehalfOf } from '../db/fair-line.ts'
import { networkOf } from '../http/client-address.ts'
import { answerWithin, isLate } from '../http/deadline.ts'
import type { Turns } from '../http/turns.ts'
import type { CacheTag, PageCache, Snapshot } from './cache.ts'

/** A handler whose answer is the same for everyone declares what it shows; its answer is then kept. */
export type Keepable = {
  Bindings: { renew?: boolean } | undefined
  Variables: { cacheTags?: readonly CacheTag[]; clientAddress?: string }
}

/**
 * Browsers revalidate each time, which costs a 304; a shared cache may serve for a minute, and longer while it revalidates
 * (CDN-Cache-Control, RFC 9213). Sent to everyone, `stale-while-revalidate` would make browsers show old stock.
 */
const forBrowsers = 'public, max-age=0, s-maxage=60, must-revalidate'
const forSharedCaches = 'max-age=60, stale-while-revalidate=600'

/** The address an answer is made for, and whether it is kept. */
type Kept = { address: string; isKept: boolean }

/**
 * The outermost middleware: keeps answers that handlers mark, with all the headers they are sent with, and answers with what
 * it kept. Each address is rendered once at a time; requests that come meanwhile get the result.
 * @param addressOf the address without parameters that change nothing; undefined for requests to leave alone.
 * @param turn gives turns for rendering, by the network that asks.
 */
export function keepResponses(cache: PageCache, addressOf: (url: URL) => Kept | undefined, turn: Turns) {
  const rendering = new Map<string, Promise<unknown>>()

  async function render(c: Context<Keepable>, next: Next, kept: Kept): Promise<undefined> {
    // On nobody's behalf: otherwise everybody who wants the page would wait in the line of the first who asked.
    const work = onBehalfOf('', () => renderAndKeep(cache, c, next, kept))
    const { address } = kept
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
    const { signal } = c.req.raw
    /** Nothing is made for a client that has left, or was told to retry. */
    const inTurn = (line: string, work: () => Promise<Response | undefined | void>) =>
      turn(line, async () => (signal.aborted || isLate(c) ? c.body(null) : work()))
    if (c.req.method === 'HEAD') return inTurn(network(), next)
    // Forms have turns of their own for each network: requests for pages do not wait for them.
    if (c.req.method !== 'GET') return inTurn(`a form from ${network()}`, next)
    // The handler must not see more of the address than the answer is kept under.
    if (address !== asked.pathname + asked.search) c.req.raw = new Request(asked.origin + address, c.req.raw)
    if (c.env?.renew)
      return turn('a renewal', async () => (rendering.has(address) ? c.body(null) : render(c, next, kept)))
    // Awaited only if there is one: awaiting nothing would let everyone past who asks at the same moment.
    if (rendering.has(address)) await rendering.get(address)
    const ready = cache.respond(address, c.req.raw.headers)
    if (ready) return ready
    // Takes a turn only now: nobody waits for a rendering whose turn has not come. Meanwhile somebody else's may have come.
    return inTurn(network(), async () => {
      if (rendering.has(address)) await rendering.get(address)
      return cache.respond(address, c.req.raw.headers) ?? render(c, next, kept)
    })
  })
}

/** How long making an answer may take, in milliseconds: after that the earlier one is better. */
const longestRenderingMs = 6_000
const renderInTime = answerWithin(longestRenderingMs)

async function renderAndKeep(cache: PageCache, c: Context<Keepable>, next: Next, kept: Kept): Promise<void> {
  const since = cache.snapshot()
  try {
    await renderInTime(c, next)
    if (kept.isKept) await keep(cache, c, kept.address, since)
  } finally {
    cache.drop(since)
  }
}

async function keep(cache: PageCache, c: Context<Keepable>, address: string, since: Snapshot): Promise<void> {
  const tags = c.get('cacheTags')
  const asked = c.req.raw.headers
  if (!tags || c.res.status !== 200) {
    // While the shop itself fails, the earlier answer is better than nothing; what no longer exists must not live on.
    if (c.res.status < 500) return cache.forget(address)
    if (c.res.status === 503) cache.serveAsItWas()
    c.res = cache.respondAnyway(address, asked) ?? c.res
    return
  }
  c.res.headers.set('cache-control', forBrowsers)
  c.res.headers.set('cdn-cache-control', forSharedCaches)
  const body = Buffer.from(await c.res.clone().arrayBuffer())
  cache.keep(address, { headers: c.res.headers, body, tags }, since)
  c.res = cache.respond(address, asked) ?? c.res
}

type TagsOf = (parameter: (name: string) => string) => readonly CacheTag[]

/** The parameters that calls declare, by the middleware that declares them. */
const declared = new WeakMap<object, readonly string[]>()

/**
 * Declares on a route that its answer is the same for everyone.
 * @param tags what it shows, which may depend on the parameters of its path.
 * @param reads the schema of the parameters that change it.
 */
export function showsPublic(tags: readonly CacheTag[] | TagsOf, reads: { shape?: object } = {}) {
  const handler = createMiddleware<Keepable>((c, next) => {
    c.set('cacheTags', typeof tags === 'function' ? tags((name) => c.req.param(name) ?? '') : tags)
    return next()
  })
  declared.set(handler, Object.keys(reads.shape ?? {}))
  return handler
}

/** The paths of an app's public calls, as patterns, each with the parameters that change its answer. */
export function publicCalls({
  routes,
}: {
  routes: { path: string; handler: object }[]
}): [string, readonly string[]][] {
  return routes.flatMap(({ path, handler }) => {
    const parameters = declared.get(handler)
    return parameters ? [[path, parameters]] : []
  })
}
