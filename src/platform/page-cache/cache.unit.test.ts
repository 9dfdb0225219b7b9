import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { serve } from '#testing/serve.ts'
import { createPageCache, type CachedResponse, type CacheTag } from './cache.ts'
import { acceptedEncoding, compressBest, compressQuick } from './encoding.ts'

const answerOf = (text: string, ...tags: CacheTag[]): CachedResponse => ({
  headers: new Headers({ 'content-type': 'text/html' }),
  body: Buffer.from(text),
  tags,
})
const plain = new Headers()
const read = async (cache: ReturnType<typeof createPageCache>, url: string) => cache.respond(url, plain)?.text()

describe('a kept answer', () => {
  it('is the same text in every encoding, under one weak ETag', async () => {
    const cache = createPageCache()
    const text = 'power '.repeat(200)
    cache.keep('/', answerOf(text, 'tools'), cache.snapshot())
    const ask = (encoding: string) => cache.respond('/', new Headers({ 'accept-encoding': encoding }))
    const bytes = async (encoding: string) => Buffer.from((await ask(encoding)?.arrayBuffer()) ?? new ArrayBuffer())
    expect(await ask('')?.text()).toBe(text)
    expect(gunzipSync(await bytes('gzip')).toString()).toBe(text)
    expect(brotliDecompressSync(await bytes('gzip, br')).toString()).toBe(text)
    const headers = (name: string) => ['', 'gzip', 'gzip, br'].map((encoding) => ask(encoding)?.headers.get(name))
    expect(headers('content-encoding')).toEqual([null, 'gzip', 'br'])
    const etags = headers('etag')
    expect(new Set(etags).size).toBe(1)
    expect(etags[0]).toMatch(/^W\/"/)
  })

  it.each([1_000, 14 * 1024, 14 * 1024 + 1, 200_000])('is sent byte for byte, %d of them', async (length) => {
    const cache = createPageCache()
    // Noise of all byte values, which no encoding shortens.
    const body = randomBytes(length)
    cache.keep('/', { ...answerOf(''), body }, cache.snapshot())
    const { origin, close } = await serve((request, response) => void cache.answer(request, response))
    for (const encoding of ['identity', 'gzip', 'br']) {
      const ask = (method: string) => fetch(origin, { method, headers: { 'accept-encoding': encoding } })
      const answer = await ask('GET')
      expect(Buffer.from(await answer.arrayBuffer()).equals(body), encoding).toBe(true)
      const head = await ask('HEAD')
      expect(await head.text()).toBe('')
      expect(head.headers.get('content-length')).toBe(answer.headers.get('content-length'))
    }
    close()
  })

  it('gives 304 to a client that has it', () => {
    const cache = createPageCache()
    cache.keep('/', answerOf('x', 'tools'), cache.snapshot())
    const etag = cache.respond('/', plain)?.headers.get('etag') ?? ''
    const again = cache.respond('/', new Headers({ 'if-none-match': `W/"old", ${etag}` }))
    expect(again?.status).toBe(304)
    expect(again?.body).toBeNull()
  })
})

describe('a change', () => {
  it('drops only what shows it', async () => {
    const cache = createPageCache()
    cache.keep('/tools', answerOf('tools', 'tools'), cache.snapshot())
    cache.keep('/review', answerOf('reviews', 'reviews'), cache.snapshot())
    cache.purge(['tools'])
    expect(await read(cache, '/tools')).toBeUndefined()
    expect(await read(cache, '/review')).toBe('reviews')
  })

  it('keeps an answer that showed it once and no longer does', async () => {
    const cache = createPageCache()
    cache.keep('/', answerOf('tools', 'tools'), cache.snapshot())
    cache.keep('/', answerOf('reviews', 'reviews'), cache.snapshot())
    cache.purge(['tools'])
    expect(await read(cache, '/')).toBe('reviews')
  })

  it('keeps out what was rendered before it', async () => {
    const cache = createPageCache()
    const since = cache.snapshot()
    cache.purge(['tools'])
    cache.keep('/', answerOf('old', 'tools'), since)
    expect(await read(cache, '/')).toBeUndefined()
  })
})

it('keeps an answer that was made again unchanged, and replaces a changed one', async () => {
  const cache = createPageCache()
  const keep = (headers: Record<string, string>) =>
    cache.keep('/', { headers: new Headers(headers), body: Buffer.from('x'), tags: ['list'] }, cache.snapshot())
  keep({ 'x-total-count': '1' })
  cache.doubt()
  keep({ 'x-total-count': '1' })
  expect(cache.respond('/', plain)?.headers.get('x-total-count')).toBe('1')
  keep({ 'x-total-count': '2' })
  expect(cache.respond('/', plain)?.headers.get('x-total-count')).toBe('2')
})

it('forgets a tag with the last answer that shows it', () => {
  const cache = createPageCache()
  for (const url of ['/1', '/2']) cache.keep(url, answerOf('x', 'list'), cache.snapshot())
  cache.forget('/1')
  cache.purge(['list'])
  expect(cache.respond('/2', plain)).toBeUndefined()
})

it('stops tracking changes for an answer that is not kept', async () => {
  const cache = createPageCache()
  const since = cache.snapshot()
  cache.drop(since)
  cache.purge(['list'])
  expect(since.purged.size).toBe(0)
})

it('tells caches in between that an answer depends on the accepted encodings', () => {
  const cache = createPageCache()
  cache.keep('/', answerOf('x', 'tools'), cache.snapshot())
  expect(cache.respond('/', plain)?.headers.get('vary')).toBe('Accept-Encoding')
})

describe('the best compression', () => {
  const text = Array.from({ length: 4000 }, (_, n) => (n * n).toString(36)).join(' ')
  const brotli = new Headers({ 'accept-encoding': 'br' })
  /** A cache with these addresses, the size of each one's answer, and a clock. */
  function keeping(...urls: string[]) {
    let now = 5000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const cache = createPageCache()
    for (const url of urls) cache.keep(url, answerOf(text, 'tools'), cache.snapshot())
    const size = (url: string) => Number(cache.respond(url, brotli)?.headers.get('content-length'))
    return { size, pass: (ms: number) => (now += ms), quick: compressQuick('br', Buffer.from(text)).length }
  }
  afterEach(() => vi.restoreAllMocks())

  it('is used for an answer that is requested again after ten seconds', async () => {
    const { size, pass, quick } = keeping('/', '/once')
    pass(9_999)
    for (let n = 0; n < 5; n += 1) expect(size('/')).toBe(quick)
    // The same work in the same queue: anything begun before would be done by now.
    await compressBest('br', Buffer.from(text))
    pass(1)
    expect([size('/'), size('/once')]).toEqual([quick, quick])
    await vi.waitFor(() => expect(size('/')).toBeLessThan(quick))
    expect(size('/once')).toBe(quick)
  })

  it('is made for one answer at a time', async () => {
    const { size, pass, quick } = keeping('/a', '/b')
    for (const url of ['/a', '/b', '/a', '/b']) size(url)
    pass(10_000)
    expect([size('/a'), size('/b')]).toEqual([quick, quick])
    await vi.waitFor(() => expect(size('/a')).toBeLessThan(quick))
    expect(size('/b')).toBe(quick)
    await vi.waitFor(() => expect(size('/b')).toBeLessThan(quick))
  })
})

it('keeps no answer larger than a quarter of its capacity', async () => {
  const cache = createPageCache({ maxBytes: 1_000_000 })
  cache.keep('/quarter', answerOf('x'.repeat(155_000), 'tools'), cache.snapshot())
  cache.keep('/more', answerOf('x'.repeat(170_000), 'tools'), cache.snapshot())
  expect(await read(cache, '/more')).toBeUndefined()
  expect(await read(cache, '/quarter')).toBeDefined()
})

it('gives no second chance to an answer that was requested only once', async () => {
  const cache = createPageCache({ maxBytes: 120_000 })
  const body = (n: number) => String(n).repeat(10_000)
  for (let n = 0; n < 3; n += 1) {
    cache.keep(`/${n}`, answerOf(body(n)), cache.snapshot())
    await read(cache, `/${n}`)
  }
  await read(cache, '/2')
  for (let n = 3; n < 8; n += 1) cache.keep(`/${n}`, answerOf(body(n)), cache.snapshot())
  expect([await read(cache, '/0'), await read(cache, '/1')]).toEqual([undefined, undefined])
  expect(await read(cache, '/2')).toBe(body(2))
})

it('gives no third chance', async () => {
  const cache = createPageCache({ maxBytes: 120_000 })
  const keep = (n: number) => cache.keep(`/${n}`, answerOf(String(n).repeat(10_000)), cache.snapshot())
  keep(0)
  for (let asked = 0; asked < 2; asked += 1) await read(cache, '/0')
  for (let n = 1; n < 20; n += 1) keep(n)
  expect(await read(cache, '/0')).toBeUndefined()
})

it('gives a second chance at the end of the line', async () => {
  const cache = createPageCache({ maxBytes: 120_000 })
  const body = (n: number) => String(n).repeat(10_000)
  const keep = (n: number) => cache.keep(`/${n}`, answerOf(body(n)), cache.snapshot())
  for (let n = 0; n < 8; n += 1) keep(n)
  const kept = []
  for (let n = 0; n < 8; n += 1) if (await read(cache, `/${n}`)) kept.push(n)
  const [first = 0] = kept
  await read(cache, `/${first}`)
  // The next takes the place of the second; the one after it, of the third.
  for (const n of [8, 9]) keep(n)
  expect(await read(cache, `/${first}`)).toBe(body(first))
  expect(await read(cache, `/${kept[2]}`)).toBeUndefined()
})

it('stays within its bound, and drops the least recently used first', async () => {
  const body = (n: number) => String(n).repeat(10_000)
  const cache = createPageCache({ maxBytes: 120_000 })
  for (let n = 0; n < 3; n += 1) cache.keep(`/${n}`, answerOf(body(n)), cache.snapshot())
  await read(cache, '/0')
  for (let n = 3; n < 8; n += 1) cache.keep(`/${n}`, answerOf(body(n)), cache.snapshot())
  expect(await read(cache, '/1')).toBeUndefined()
  expect(await read(cache, '/7')).toBe(body(7))
})

it('keeps an answer that is requested again, however many come after it', async () => {
  const body = (n: number) => String(n).padStart(2, '0').repeat(5000)
  const cache = createPageCache({ maxBytes: 120_000 })
  for (let n = 0; n < 30; n += 1) {
    cache.keep(`/${n}`, answerOf(body(n)), cache.snapshot())
    expect(await read(cache, '/0')).toBe(body(0))
  }
  const kept = await Promise.all(Array.from({ length: 30 }, (_, n) => read(cache, `/${n}`)))
  expect(kept.filter((text) => text !== undefined).length).toBeLessThanOrEqual(5)
  expect(kept.at(-1)).toBe(body(29))
})

it('counts addresses too, which may be longer than their answers', async () => {
  const cache = createPageCache({ maxBytes: 200_000 })
  const address = (n: number) => `/?${n}${'x'.repeat(15_000)}`
  for (let n = 0; n < 50; n += 1) cache.keep(address(n), answerOf('[]', 'tools'), cache.snapshot())
  const kept = await Promise.all(Array.from({ length: 50 }, (_, n) => read(cache, address(n))))
  expect(kept.filter((text) => text !== undefined).length).toBeLessThan(10)
  expect(kept.at(-1)).toBe('[]')
})

describe('the encoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5', 'br'],
    ['gzip;q=0', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('for %s is %s', (header, encoding) => expect(acceptedEncoding(header)).toBe(encoding))

  it('is always one that we support', () => {
    const parts = ['br', 'gzip', 'identity', '*', ';', 'q=0', 'q=0.0', 'q=0.5', ',', ' ']
    const header = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...parts)).map((each) => each.join('')),
    )
    fc.assert(fc.property(header, (sent) => ['br', 'gzip', 'identity'].includes(acceptedEncoding(sent))))
  })
})
