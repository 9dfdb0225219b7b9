import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding, compressBest, compressQuick, encodings, type Encoding } from './encoding.ts'

/** What an answer shows; when that changes, the answer is dropped. */
export const everyTag = ['tools', 'reviews'] as const
export type CacheTag = (typeof everyTag)[number]

/** An answer that may be kept: everyone who asks for this address gets the same. */
export type CachedResponse = { headers: Headers; body: Buffer; tags: readonly CacheTag[] }

/** Bytes that are ready to leave. */
type Variant = { bytes: Buffer; headers: string[] }
type Entry = CachedResponse & {
  /** Weak, since every encoding of the same text shares it (RFC 9110, 8.8.3). */
  etag: string
  variants: Partial<Record<Encoding, Variant>>
  size: number
  keptAt: number
  uses: number
  isBest: boolean
  /** Asked for again since the last look for what may go. */
  wanted: boolean
  stale: boolean
}

export type PageCache = ReturnType<typeof createPageCache>

/** About what an entry takes besides its text and its address: its headers, twice, and its places in the lists. */
// mutant(number): as it says
const entryOverhead = 8 * 1024

/** The best compression is dear: it is for what is asked for again, and has lasted so many milliseconds. */
const usesBeforeBest = 3
const ageBeforeBest = 10_000

/** Ready answers by address, in at most about `maxBytes`: what nobody asks for again goes first. */
// mutant(number): as it says
export function createPageCache(maxBytes = 64 * 1024 * 1024) {
  const entries = new Map<string, Entry>()
  /** Counts the changes of each tag, so that what was rendered before a change is not kept after it. */
  const changes: Record<CacheTag, number> = { tools: 0, reviews: 0 }
  let size = 0
  let renew: (url: string) => void = () => {}
  let isImproving = false

  /** Which addresses show a tag: a change must not cost a look at every page. */
  const showing: Record<CacheTag, Set<string>> = { tools: new Set(), reviews: new Set() }

  const forget = (url: string) => {
    const entry = entries.get(url)
    if (!entry) return
    size -= entry.size
    entries.delete(url)
    for (const tag of entry.tags) showing[tag].delete(url)
  }
  /**
   * From the oldest on: what was asked for again gets a second chance at the other end. Moving an answer whenever it is
   * asked for would be exact, and would wear the list out: its remains were most of the garbage that takes a pause.
   */
  const makeRoom = () => {
    for (const [url, entry] of entries) {
      // mutant(comparison): a byte more or less
      if (size <= maxBytes) return
      if (entry.wanted) {
        entry.wanted = false
        entries.delete(url)
        entries.set(url, entry)
      } else forget(url)
    }
  }

  const use = (url: string, encoding: Encoding): (Variant & { etag: string }) | undefined => {
    const entry = entries.get(url)
    if (!entry) return undefined
    entry.wanted = entry.uses > 0
    entry.uses += 1
    if (entry.stale) renew(url)
    if (entry.uses >= usesBeforeBest && !entry.isBest) void improve(url, entry)
    const { bytes, headers } =
      entry.variants[encoding] ?? setVariant(entry, encoding, compressQuick(encoding, entry.body))
    return { bytes, headers, etag: entry.etag }
  }

  /** One at a time: it runs in the threads that also check passwords and read files. */
  const improve = async (url: string, entry: Entry): Promise<void> => {
    if (isImproving || performance.now() - entry.keptAt < ageBeforeBest) return
    isImproving = true
    entry.isBest = true
    try {
      for (const encoding of encodings) {
        // mutant(condition → true): the work would be for nobody
        if (entries.get(url) === entry) setVariant(entry, encoding, await compressBest(encoding, entry.body))
      }
    } finally {
      isImproving = false
    }
  }

  return {
    /** Answers a request from memory, if it can. The hot path: no routing, no session, no copy of the bytes. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url = '', headers } = request
      if (method !== 'GET' && method !== 'HEAD') return false
      const variant = use(url, acceptedEncoding(headers['accept-encoding']))
      if (!variant) return false
      const known = headers['if-none-match']?.includes(variant.etag)
      response.writeHead(known ? 304 : 200, variant.headers)
      response.end(known || method === 'HEAD' ? undefined : variant.bytes)
      return true
    },

    /** The same as a Response, for a request that came through the whole shop. */
    respond(url: string, request: Headers): Response | undefined {
      // mutant(logic → request.get('accept-encoding')): nothing is asked of it then
      const variant = use(url, acceptedEncoding(request.get('accept-encoding') ?? ''))
      if (!variant) return undefined
      const known = request.get('if-none-match')?.includes(variant.etag)
      const body = known ? null : new Uint8Array(variant.bytes)
      return new Response(body, { status: known ? 304 : 200, headers: pairs(variant.headers) })
    },

    /** The state of the tags before a rendering starts; `keep` takes it. */
    snapshot: (): Record<CacheTag, number> => ({ ...changes }),

    /** Keeps an answer, unless what it shows changed since `since`. */
    keep(url: string, answer: CachedResponse, since: Record<CacheTag, number>): void {
      if (answer.tags.some((tag) => changes[tag] !== since[tag])) return
      const { body } = answer
      // Compressed, a page is a quarter of itself at the most, in each of two encodings. Addresses are the visitor's
      // words: uncounted, long ones with small answers would fill the memory.
      const bytes = body.length * 1.5 + url.length * 2 + entryOverhead
      const entry: Entry = {
        ...answer,
        etag: etagOf(body),
        variants: {},
        size: bytes,
        keptAt: performance.now(),
        uses: 0,
        isBest: false,
        wanted: false,
        stale: false,
      }
      forget(url)
      // mutant(comparison): a byte more or less
      if (entry.size > maxBytes / 4) return
      size += entry.size
      makeRoom()
      entries.set(url, entry)
      for (const tag of entry.tags) showing[tag].add(url)
    },

    /** Drops the answer of an address, if there is one. */
    forget,

    /** Drops what shows `tag`: the change was made here, and whoever made it must see it at once. */
    purge(tag: CacheTag): void {
      // mutant(number): any other will do
      changes[tag] += 1
      for (const url of showing[tag]) forget(url)
    },

    /** The change was made elsewhere: what shows `tag` may serve once more while it is rendered again. */
    markStale(tag: CacheTag): void {
      // mutant(number): any other will do
      changes[tag] += 1
      for (const url of showing[tag]) {
        const entry = entries.get(url)
        // mutant(condition → true): for the compiler, it is there
        if (entry) entry.stale = true
      }
    },

    /** How a stale answer is rendered again, in the background. */
    revalidateWith(render: (url: string) => void): void {
      renew = render
    },
  }
}

const etagOf = (body: Buffer): string => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

function setVariant(entry: Entry, encoding: Encoding, bytes: Buffer): Variant {
  const headers = [...entry.headers].flat()
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  headers.push('vary', 'Accept-Encoding', 'etag', entry.etag, 'content-length', String(bytes.length))
  return (entry.variants[encoding] = { bytes, headers })
}

function pairs(flat: string[]): [string, string][] {
  // mutant(logic): for the compiler, there are as many
  return Array.from({ length: flat.length / 2 }, (_, n) => [flat[2 * n] ?? '', flat[2 * n + 1] ?? ''])
}
