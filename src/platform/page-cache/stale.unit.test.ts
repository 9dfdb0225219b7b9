import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPageCache, type CachedResponse, type CacheTag } from './cache.ts'

const answerOf = (text: string, ...tags: CacheTag[]): CachedResponse => ({
  headers: new Headers(),
  body: Buffer.from(text),
  tags,
})
const plain = new Headers()
const read = async (cache: ReturnType<typeof createPageCache>, url: string) => cache.respond(url, plain)?.text()

describe('a stale answer', () => {
  let now = 0
  beforeEach(() => {
    now = 5_000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
  })
  afterEach(() => vi.restoreAllMocks())

  function shown(...tags: CacheTag[]) {
    const cache = createPageCache()
    const renewed: number[] = []
    cache.revalidateWith(() => renewed.push(now))
    const keep = (text: string) => cache.keep('/', answerOf(text, ...tags), cache.snapshot())
    keep('old')
    return { cache, keep, renewed, see: () => read(cache, '/') }
  }

  it('is served for a second while it is made again', async () => {
    const { cache, keep, renewed, see } = shown('stock')
    now += 60_000
    cache.markStale(['stock'])
    cache.markStale(['other'])
    expect([await see(), await see(), renewed]).toEqual(['old', 'old', [65_000]])
    now += 999
    expect(await see()).toBe('old')
    now += 1
    expect(await see()).toBeUndefined()
    keep('new')
    now += 60_000
    expect([await see(), renewed]).toEqual(['new', [65_000]])
  })

  it('is made again once a second, however often it changes', async () => {
    const { cache, keep, renewed, see } = shown('stock')
    for (let n = 0; n < 400; n += 1) {
      cache.markStale(['stock'])
      const before = renewed.length
      expect(await see()).toBeDefined()
      if (renewed.length > before) {
        const since = cache.snapshot()
        cache.markStale(['stock'])
        cache.keep('/', answerOf(`text ${n}`, 'stock'), since)
      }
      now += 10
    }
    expect(renewed).toEqual([6_000, 7_000, 8_000])
    keep('last')
    expect(await see()).toBe('last')
  })

  it('is not requested again within a second', async () => {
    const { renewed, see } = (() => {
      const all = shown('stock')
      now += 9_000
      all.cache.markStale(['stock'])
      return all
    })()
    await see()
    now += 500
    await see()
    expect(renewed).toEqual([14_000])
  })

  it('is not served when nobody has asked for a second', async () => {
    const { cache, renewed, see } = shown('stock')
    cache.markStale(['stock'])
    now += 1_250
    expect([await see(), renewed]).toEqual([undefined, []])
  })
})

describe('an answer without a reported change', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is made again after half its lifetime, and not served beyond it', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const cache = createPageCache({ maxAgeMs: 10_000 })
    const renewed: number[] = []
    cache.revalidateWith(() => renewed.push(now))
    cache.keep('/', answerOf('x', 'list'), cache.snapshot())
    for (now of [4_999, 5_000, 5_100, 6_000, 9_999]) expect(await read(cache, '/')).toBe('x')
    expect(renewed).toEqual([5_000, 6_000, 9_999])
    now = 10_000
    expect(await read(cache, '/')).toBeUndefined()
  })

  it('is served indefinitely when it has no maximum age', async () => {
    const cache = createPageCache()
    cache.keep('/', answerOf('x', 'list'), cache.snapshot())
    const later = performance.now() + 1e9
    vi.spyOn(performance, 'now').mockImplementation(() => later)
    expect(await read(cache, '/')).toBe('x')
  })
})

describe('when in doubt', () => {
  it('everything is made again before it is served, including what is being made', async () => {
    const cache = createPageCache()
    cache.keep('/', answerOf('old', 'list'), cache.snapshot())
    const since = cache.snapshot()
    cache.doubt()
    expect(await read(cache, '/')).toBeUndefined()
    cache.keep('/', answerOf('old', 'list'), since)
    expect(await read(cache, '/')).toBeUndefined()
    cache.keep('/', answerOf('new', 'list'), cache.snapshot())
    expect(await read(cache, '/')).toBe('new')
  })

  it('the old answer is still there for when nothing can be made', async () => {
    const cache = createPageCache()
    expect(cache.respondAnyway('/', plain)).toBeUndefined()
    cache.keep('/', answerOf('old', 'list'), cache.snapshot())
    cache.doubt()
    expect(await cache.respondAnyway('/', plain)?.text()).toBe('old')
    expect(await read(cache, '/')).toBe('old')
  })
})
