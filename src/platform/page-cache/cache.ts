import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding, compressBest, compressQuick, encodings, type Encoding } from './encoding.ts'

/** A name for something that answers show, chosen by the feature that owns it. */
export type CacheTag = string

/** An answer that may be kept: everyone who asks for this address gets the same. */
export type CachedResponse = { headers: Headers; body: Buffer; tags: readonly CacheTag[] }

/** What changed while an answer was made. */
export type Snapshot = { purged: Set<CacheTag>; stale: Set<CacheTag>; isVoid: boolean }

/** An answer that is ready to send; in a string, each character is one byte. */
type Variant = { body: string | Buffer; headers: string[] }
type Entry = CachedResponse & {
  /** Weak, since every encoding of the same text shares it (RFC 9110, 8.8.3). */
  etag: string
  variants: Partial<Record<Encoding, Variant>>
  size: number
  /** Since when it has been the same, and when it was last made. All times are of `performance.now()`. */
  sameSince: number
  madeAt: number
  /** From when on a request makes it again in the background. */
  renewFrom: number
  /** Until when it is served; after that it has to be made again first. */
  goodUntil: number
  uses: number
  isBest: boolean
  /** Asked for again since eviction last looked at it. */
  wanted: boolean
}

export type PageCache = ReturnType<typeof createPageCache>

/** About what an entry takes besides its text and its address: its headers, twice, and its places in the lists. */
// mutant(number): as it says
const entryOverhead = 8 * 1024

/** The best compression is expensive: it is for answers that are asked for again and have lasted this many milliseconds. */
const usesBeforeBest = 3
const ageBeforeBest = 10_000

/** How long a stale answer is served, and the least time between two renewals of an address, in milliseconds. */
const staleMs = 1_000
/** How long a renewal may take before requests wait for it, in milliseconds. */
const renewalMs = 250
/** How long everything is served as it was after the shop could make nothing, in milliseconds. */
const unavailableMs = 10_000

/**
 * A string of up to this many bytes is sent in one piece with the head of its answer, which costs less than two pieces. With the
 * head it has to stay below the 16 KB that Node writes without allocating memory: beyond that it costs more.
 */
// mutant(number): a byte more or less
const mostWithHead = 14 * 1024

type Options = {
  maxBytes?: number
  /** How long an answer may be served if no change to it is announced, in milliseconds. */
  maxAgeMs?: number
}

/** Ready answers by address, in at most about `maxBytes`: those that nobody asks for again are evicted first. */
// mutant(number): as it says
export function createPageCache({ maxBytes = 64 * 1024 * 1024, maxAgeMs = Infinity }: Options = {}) {
  const entries = new Map<string, Entry>()
  /** Which addresses show a tag: a change must not require a look at every page. */
  const showing = new Map<CacheTag, Set<string>>()
  /** Answers being made: each is told of changes, so that it is not kept as if it were new. */
  const underWay = new Set<Snapshot>()
  let size = 0
  let renew: (url: string) => void = () => {}
  let isImproving = false
  let unavailableUntil = 0

  const forget = (url: string) => {
    const entry = entries.get(url)
    if (!entry) return
    size -= entry.size
    entries.delete(url)
    for (const tag of entry.tags) {
      const urls = showing.get(tag)
      urls?.delete(url)
      if (urls?.size === 0) showing.delete(tag)
    }
  }
  const remember = (url: string, entry: Entry) => {
    size += entry.size
    makeRoom()
    entries.set(url, entry)
    for (const tag of entry.tags) showing.set(tag, (showing.get(tag) ?? new Set()).add(url))
  }
  /**
   * Evicts from the oldest on: an answer that was asked for again gets a second chance at the other end. Moving an answer on
   * each request would be exact but would churn the map, which made most of the garbage that pauses the process.
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
    const now = performance.now()
    if (!entry || now >= Math.max(entry.goodUntil, unavailableUntil)) return undefined
    entry.wanted = entry.uses > 0
    entry.uses += 1
    if (now >= entry.renewFrom) {
      // Requested once, and again if that has failed.
      entry.renewFrom = now + staleMs
      renew(url)
    }
    if (entry.uses >= usesBeforeBest && !entry.isBest) void improve(url, entry)
    const { body, headers } =
      entry.variants[encoding] ?? setVariant(entry, encoding, compressQuick(encoding, entry.body))
    return { body, headers, etag: entry.etag }
  }

  /** One at a time: it runs in the threads that also check passwords and read files. */
  const improve = async (url: string, entry: Entry): Promise<void> => {
    if (isImproving || performance.now() - entry.sameSince < ageBeforeBest) return
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

  const respond = (url: string, request: Headers): Response | undefined => {
    // mutant(logic → request.get('accept-encoding')): nothing is asked of it then
    const variant = use(url, acceptedEncoding(request.get('accept-encoding') ?? ''))
    if (!variant) return undefined
    const known = request.get('if-none-match')?.includes(variant.etag)
    const body = known ? null : new Uint8Array(bytesOf(variant))
    return new Response(body, { status: known ? 304 : 200, headers: pairs(variant.headers) })
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
      response.end(known || method === 'HEAD' ? undefined : variant.body, 'latin1')
      return true
    },

    /** The same as a Response, for a request that came through the whole shop. */
    respond,

    /** For when it cannot be made again now: serves what is there, for another second. */
    respondAnyway(url: string, request: Headers): Response | undefined {
      const entry = entries.get(url)
      if (entry) entry.goodUntil = performance.now() + staleMs
      return respond(url, request)
    },

    /**
     * For when the database is silent or does not keep up: for a while nobody waits for a new version of what is kept, since each
     * would take as long to fail. Renewals in the background show when it is over.
     */
    serveAsItWas(): void {
      unavailableUntil = performance.now() + unavailableMs
    },

    /** To be called before an answer is made: records what changes meanwhile, until it is passed to `keep` or `drop`. */
    snapshot(): Snapshot {
      const since: Snapshot = { purged: new Set(), stale: new Set(), isVoid: false }
      underWay.add(since)
      return since
    },

    /** Ends the snapshot of an answer that is not kept. */
    // mutant(statement): it would only be remembered for longer
    drop: (since: Snapshot): void => void underWay.delete(since),

    /** Keeps an answer, unless something that it shows was purged since `since`. */
    keep(url: string, answer: CachedResponse, since: Snapshot): void {
      // mutant(statement): it would only be remembered for longer
      underWay.delete(since)
      if (since.isVoid || answer.tags.some((tag) => since.purged.has(tag))) return
      const before = entries.get(url)
      const made = entryOf(url, answer, maxAgeMs)
      // The earlier one is already compressed, and its age counts.
      const entry = before && isSame(before, made) ? Object.assign(before, timesOf(made)) : made
      if (answer.tags.some((tag) => since.stale.has(tag))) age(entry)
      if (entry === before) return
      forget(url)
      // mutant(comparison): a byte more or less
      if (entry.size <= maxBytes / 4) remember(url, entry)
    },

    /** How much is kept. */
    load: () => ({ entries: entries.size, bytes: size }),

    /** Drops the answer of an address, if there is one. */
    forget,

    /** Drops answers that show one of these: the next request sees the change. */
    purge(tags: readonly CacheTag[]): void {
      for (const tag of tags) {
        for (const since of underWay) since.purged.add(tag)
        for (const url of showing.get(tag) ?? []) forget(url)
      }
    },

    /** Answers that show one of these are served a second longer, and made again at most once a second. */
    markStale(tags: readonly CacheTag[]): void {
      for (const tag of tags) {
        for (const since of underWay) since.stale.add(tag)
        for (const url of showing.get(tag) ?? []) {
          const entry = entries.get(url)
          // mutant(condition → true): for the compiler, it is there
          if (entry) age(entry)
        }
      }
    },

    /** For when it is unknown what changed: everything has to be made again before it is served. */
    doubt(): void {
      unavailableUntil = 0
      for (const since of underWay) since.isVoid = true
      for (const entry of entries.values()) entry.renewFrom = entry.goodUntil = 0
    },

    /** Sets how an answer is made again in the background. */
    revalidateWith(render: (url: string) => void): void {
      renew = render
    },
  }
}

function entryOf(url: string, answer: CachedResponse, maxAgeMs: number): Entry {
  const now = performance.now()
  return {
    ...answer,
    etag: etagOf(answer.body),
    variants: {},
    // Compressed, a page is at most a quarter of its size, in each of two encodings. Visitors make up addresses:
    // uncounted, long ones with small answers would fill the memory.
    size: answer.body.length * 1.5 + url.length * 2 + entryOverhead,
    sameSince: now,
    madeAt: now,
    renewFrom: now + maxAgeMs / 2,
    goodUntil: now + maxAgeMs,
    uses: 0,
    isBest: false,
    wanted: false,
  }
}

const timesOf = ({ madeAt, renewFrom, goodUntil }: Entry) => ({ madeAt, renewFrom, goodUntil })

const isSame = (one: Entry, other: Entry): boolean =>
  one.etag === other.etag && String([...one.headers]) === String([...other.headers])

function age(entry: Entry): void {
  const now = performance.now()
  entry.renewFrom = Math.min(entry.renewFrom, Math.max(now, entry.madeAt + staleMs))
  entry.goodUntil = Math.min(entry.goodUntil, Math.max(now + staleMs, entry.renewFrom + renewalMs))
}

const etagOf = (body: Buffer): string => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

function setVariant(entry: Entry, encoding: Encoding, bytes: Buffer): Variant {
  const headers = [...entry.headers].flat()
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  headers.push('vary', 'Accept-Encoding', 'etag', entry.etag, 'content-length', String(bytes.length))
  // mutant(comparison, condition → true, condition → false): the same bytes, at another price
  const body = bytes.length <= mostWithHead ? bytes.toString('latin1') : bytes
  return (entry.variants[encoding] = { body, headers })
}

const bytesOf = ({ body }: Variant): Buffer => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body)

function pairs(flat: string[]): [string, string][] {
  // mutant(logic): for the compiler, there are as many
  return Array.from({ length: flat.length / 2 }, (_, n) => [flat[2 * n] ?? '', flat[2 * n + 1] ?? ''])
}
