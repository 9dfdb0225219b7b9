import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

/** What an answer shows; when that changes, the answer is dropped. */
export const cacheTags = ['tools', 'reviews'] as const
export type CacheTag = (typeof cacheTags)[number]

/** Bytes that are ready to leave, in each encoding a client may ask for. */
type Variant = { bytes: Buffer; etag: string; headers: string[] }
type Encoding = 'identity' | 'gzip' | 'br'
type Entry = { tags: readonly CacheTag[]; variants: Record<Encoding, Variant>; size: number; stale: boolean }

/** An answer that may be kept: everyone who asks for this address gets the same. */
export type Answer = { headers: Headers; body: Buffer; tags: readonly CacheTag[] }

export type PageCache = ReturnType<typeof createPageCache>

const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const bestBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Ready answers by address, least recently used first, in at most `maxBytes`. */
export function createPageCache(maxBytes = 64 * 1024 * 1024) {
  const entries = new Map<string, Entry>()
  /** Counts the changes of each tag, so that what was rendered before a change is not kept after it. */
  const changes: Record<CacheTag, number> = { tools: 0, reviews: 0 }
  let size = 0
  let renew: (url: string) => void = () => {}

  const forget = (url: string) => {
    size -= entries.get(url)?.size ?? 0
    entries.delete(url)
  }
  const showing = (tag: CacheTag) => [...entries].filter(([, entry]) => entry.tags.includes(tag))

  const find = (url: string): Entry | undefined => {
    const entry = entries.get(url)
    if (!entry) return undefined
    // Map keeps insertion order: moved to the end, it is the last to go.
    entries.delete(url)
    entries.set(url, entry)
    if (entry.stale) renew(url)
    return entry
  }

  return {
    /** Answers a request from memory, if it can. The hot path: no routing, no session, no allocation but the answer's own. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const entry = request.method === 'GET' || request.method === 'HEAD' ? find(request.url ?? '') : undefined
      if (!entry) return false
      const variant = entry.variants[acceptedEncoding(request.headers['accept-encoding'])]
      const known = request.headers['if-none-match']?.includes(variant.etag)
      response.writeHead(known ? 304 : 200, variant.headers)
      response.end(known || request.method === 'HEAD' ? undefined : variant.bytes)
      return true
    },

    /** The same as a Response, for a request that came through the whole shop. */
    respond(url: string, request: Headers): Response | undefined {
      const variant = find(url)?.variants[acceptedEncoding(request.get('accept-encoding') ?? '')]
      if (!variant) return undefined
      const known = request.get('if-none-match')?.includes(variant.etag)
      return new Response(known ? null : new Uint8Array(variant.bytes), {
        status: known ? 304 : 200,
        headers: pairs(variant.headers),
      })
    },

    /** The state of the tags before a rendering starts; `keep` takes it. */
    mark: (): Record<CacheTag, number> => ({ ...changes }),

    /** Keeps an answer, unless what it shows changed since `since`. The best compression follows in the background. */
    keep(url: string, answer: Answer, since: Record<CacheTag, number>): void {
      if (answer.tags.some((tag) => changes[tag] !== since[tag])) return
      const entry = createEntry(answer)
      forget(url)
      if (entry.size > maxBytes / 4) return
      entries.set(url, entry)
      size += entry.size
      for (const oldest of entries.keys()) {
        if (size <= maxBytes) break
        forget(oldest)
      }
      void compressWell(entry, answer)
    },

    /** Drops what shows `tag`: the change was made here, and whoever made it must see it at once. */
    drop(tag: CacheTag): void {
      changes[tag] += 1
      for (const [url] of showing(tag)) forget(url)
    },

    /** The change was made elsewhere: what shows `tag` may serve once more while it is rendered anew. */
    expire(tag: CacheTag): void {
      changes[tag] += 1
      for (const [, entry] of showing(tag)) entry.stale = true
    },

    /** How a stale answer is rendered anew, in the background. */
    renewWith(render: (url: string) => void): void {
      renew = render
    },

    clear(): void {
      entries.clear()
      size = 0
    },
  }
}

/** The best encoding among ours that the client takes (RFC 9110, 12.5.3); a quality of 0 is rare enough to be read exactly. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const text = String(header ?? '')
  const takes = (name: string) => text.includes(name) && !new RegExp(`${name}\\s*;\\s*q=0(\\.0*)?(,|$)`).test(text)
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}

function pairs(flat: string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, n) => [flat[2 * n] ?? '', flat[2 * n + 1] ?? ''])
}

function createEntry({ body, headers, tags }: Answer): Entry {
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const variants = {
    identity: variantOf('identity', body, headers, etag),
    gzip: variantOf('gzip', gzipSync(body, { level: 6 }), headers, etag),
    br: variantOf('br', brotliCompressSync(body, quickBrotli), headers, etag),
  }
  const size = variants.identity.bytes.length + variants.gzip.bytes.length + variants.br.bytes.length
  return { tags, variants, size, stale: false }
}

function variantOf(encoding: Encoding, bytes: Buffer, headers: Headers, etag: string): Variant {
  const tag = `"${etag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const lines = [...headers].flat()
  if (encoding !== 'identity') lines.push('content-encoding', encoding)
  lines.push('vary', 'Accept-Encoding', 'etag', tag)
  return { bytes, etag: tag, headers: [...lines, 'content-length', String(bytes.length)] }
}

async function compressWell(entry: Entry, { body, headers }: Answer): Promise<void> {
  const [br, gz] = await Promise.all([brotli(body, bestBrotli), gzipped(body, { level: 9 })])
  const { etag } = entry.variants.identity
  const name = etag.slice(1, -1)
  // Only ever smaller, so the bound on memory holds.
  if (br.length < entry.variants.br.bytes.length) entry.variants.br = variantOf('br', br, headers, name)
  if (gz.length < entry.variants.gzip.bytes.length) entry.variants.gzip = variantOf('gzip', gz, headers, name)
}
