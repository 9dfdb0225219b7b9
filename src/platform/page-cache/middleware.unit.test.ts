import { Hono } from 'hono'
import { afterEach, expect, it, vi } from 'vitest'
import { createFairLine, onBehalfOf } from '../db/fair-line.ts'
import { createTurns } from '../http/turns.ts'
import { createPageCache } from './cache.ts'
import { keepResponses, publicCalls, showsPublic, type Keepable } from './middleware.ts'

const whole = ({ pathname, search }: URL) => ({ address: pathname + search, isKept: true })
const turn = createTurns(2, 200, 'Later.')

afterEach(() => vi.restoreAllMocks())

/** A shop with one kept address, `/`, that answers with what `answer` returns, and a clock that the test moves. */
function kept(answer: () => Response) {
  let now = 5_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const cache = createPageCache()
  const app = new Hono<Keepable>().use(keepResponses(cache, whole, turn)).get('/', showsPublic(['stock']), answer)
  let renewal: Promise<unknown> = Promise.resolve()
  cache.revalidateWith((url) => {
    renewal = Promise.resolve(app.fetch(new Request(`http://shop.test${url}`), { renew: true }))
  })
  return {
    ask: async () => (await app.request('/')).status,
    pass: (ms: number) => (now += ms),
    change: () => cache.markStale(['stock']),
    renewed: () => renewal,
  }
}

it('serves a stale page while it is made again, and never again once it is gone', async () => {
  let status = 200
  const { ask, change, pass, renewed } = kept(() => new Response('a tool', { status }))
  expect(await ask()).toBe(200)
  status = 404
  change()
  pass(1_100)
  expect(await ask()).toBe(200)
  await renewed()
  expect(await ask()).toBe(404)
})

it('serves what it has while the shop itself fails, however old', async () => {
  let status = 200
  const { ask, change, pass, renewed } = kept(() => new Response('a tool', { status }))
  expect(await ask()).toBe(200)
  status = 500
  change()
  pass(1_100)
  expect(await ask()).toBe(200)
  await renewed()
  expect(await ask()).toBe(200)
  pass(60_000)
  expect(await ask()).toBe(200)
  status = 404
  pass(1_000)
  expect(await ask()).toBe(404)
})

it('knows which calls are public, and which parameters change their answers', () => {
  const api = new Hono<Keepable>()
    .get('/list', showsPublic(['list'], { shape: { q: 1, limit: 1 } }), (c) => c.text('a list'))
    .get('/private', (c) => c.text('mine'))
    .get('/list/:id', showsPublic([]), (c) => c.text('one'))
  expect(publicCalls(new Hono().route('/api', api))).toEqual([
    ['/api/list', ['q', 'limit']],
    ['/api/list/:id', []],
  ])
})

it('drops the answers that show a parameter of their path', async () => {
  const cache = createPageCache()
  let asked = 0
  const app = new Hono<Keepable>().use(keepResponses(cache, whole, turn)).get(
    '/tool/:id',
    showsPublic((parameter) => [`tool:${parameter('id')}`]),
    (c) => c.text(String(++asked)),
  )
  const ask = async (path: string) => (await app.request(path)).text()
  expect([await ask('/tool/a'), await ask('/tool/b')]).toEqual(['1', '2'])
  cache.purge(['tool:a'])
  expect([await ask('/tool/a'), await ask('/tool/b')]).toEqual(['3', '2'])
})

/** A shop that answers with its number of requests, and keeps what its handlers mark under what `addressOf` returns. */
function counting(addressOf: Parameters<typeof keepResponses>[1]) {
  const cache = createPageCache()
  let asked = 0
  const app = new Hono<Keepable>().use(keepResponses(cache, addressOf, turn))
  app.all('/marked', showsPublic(['tools']), (c) => c.text(String(++asked)))
  app.all('/shows-nothing', showsPublic([]), (c) => c.text(String(++asked)))
  app.all('/unmarked', (c) => c.text(String(++asked)))
  app.all('/private', showsPublic(['tools']), (c) => c.text(String(++asked)))
  app.all('/elsewhere', showsPublic(['tools']), (c) => c.redirect(`/marked?${++asked}`))
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await app.request(path, init)
    return `${answer.status} ${await answer.text()}${answer.headers.get('location') ?? ''}`
  }
  return { cache, ask, app }
}

it('keeps marked answers for everyone, by address and query', async () => {
  const { ask, app } = counting(whole)
  expect([await ask('/marked'), await ask('/marked')]).toEqual(['200 1', '200 1'])
  expect([await ask('/marked?q=a'), await ask('/marked?q=b'), await ask('/marked?q=a')]).toEqual([
    '200 2',
    '200 3',
    '200 2',
  ])
  expect([await ask('/shows-nothing'), await ask('/shows-nothing')]).toEqual(['200 4', '200 4'])
  const { headers } = await app.request('/marked')
  expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60, must-revalidate')
  expect(headers.get('cdn-cache-control')).toBe('max-age=60, stale-while-revalidate=600')
  expect(headers.get('etag')).toMatch(/^W\//)
  expect(headers.get('content-type')).toContain('text/plain')
})

it('keeps nothing that is unmarked or private, no other method and no redirect', async () => {
  const { ask, app } = counting((url) => (url.pathname === '/private' ? undefined : whole(url)))
  for (const path of ['/unmarked', '/elsewhere']) expect(await ask(path)).not.toBe(await ask(path))
  expect((await app.request('/unmarked')).headers.get('cdn-cache-control')).toBeNull()
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    expect(await ask('/marked', { method })).not.toBe(await ask('/marked', { method }))
  }
  expect(await ask('/private')).not.toBe(await ask('/private'))
})

it('makes an answer for the address it is kept under, ignoring other parameters', async () => {
  const app = new Hono<Keepable>()
    .use(keepResponses(createPageCache(), ({ pathname }) => ({ address: pathname, isKept: true }), turn))
    .get('/', showsPublic(['tools']), (c) => c.text(`${c.req.url} ${c.req.query('x')}`))
    .get('/by-language', showsPublic(['tools']), (c) => c.text(String(c.req.header('accept-language'))))
  expect(await (await app.request('http://shop.test/?x=1')).text()).toBe('http://shop.test/ undefined')
  expect(await (await app.request('http://shop.test/?x=2')).text()).toBe('http://shop.test/ undefined')
  expect(await (await app.request('/by-language?x=1', { headers: { 'accept-language': 'bn' } })).text()).toBe('bn')
})

it('renders an address once for simultaneous requests, and again after a failure', async () => {
  const cache = createPageCache()
  let rendered = 0
  const app = new Hono<Keepable>()
    .use(keepResponses(cache, whole, turn))
    .get('/', showsPublic(['tools']), async (c) => {
      rendered += 1
      await new Promise(setImmediate)
      return rendered === 1 ? c.text('failed', 500) : c.text('fine')
    })
  expect((await app.request('/')).status).toBe(500)
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.request('/')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(rendered).toBe(2)
  cache.purge(['tools'])
  await Promise.all([app.request('/'), app.fetch(new Request('http://shop.test/'), { renew: true })])
  expect(rendered).toBe(3)
})

it('renders again for a request whose shared rendering breaks off', async () => {
  const cache = createPageCache()
  const broken = () => new ReadableStream({ pull: (stream) => stream.error(new Error('gone')) })
  let rendered = 0
  const app = new Hono<Keepable>()
    .use(keepResponses(cache, whole, turn))
    .get('/', showsPublic(['tools']), (c) => ((rendered += 1) === 1 ? c.body(broken()) : c.text('fine')))
  app.onError((_error, c) => c.text('failed', 500))
  const answers = await Promise.all([app.request('/'), app.request('/')])
  expect(answers.map(({ status }) => status)).toEqual([500, 200])
})

it('does not keep a page that changed while it was rendered', async () => {
  const cache = createPageCache()
  let text = 'before'
  const app = new Hono<Keepable>().use(keepResponses(cache, whole, turn)).get('/', showsPublic(['tools']), (c) => {
    const read = text
    if (text === 'before') {
      text = 'after'
      cache.purge(['tools'])
    }
    return c.text(read)
  })
  expect(await (await app.request('/')).text()).toBe('before')
  expect(await (await app.request('/')).text()).toBe('after')
})

it('makes two pages at a time for a network, without waiting for those of another', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const app = new Hono<Keepable>()
    .use((c, next) => {
      c.set('clientAddress', c.req.header('from') ?? '')
      return next()
    })
    .use(keepResponses(createPageCache(), whole, createTurns(2, 1, 'Later.')))
    .all('*', showsPublic(['tools']), async (c) => {
      begun.push(c.req.path)
      await new Promise<void>((resolve) => ends.push(resolve))
      return c.text(c.req.path)
    })
  const ask = (path: string, from: string, method = 'GET') => app.request(path, { method, headers: { from } })
  const greedy = ['/1', '/2', '/3'].map((path) => ask(path, '2001:db8::1'))
  for (const method of ['GET', 'HEAD']) expect((await ask('/4', '2001:db8::2', method)).status).toBe(500)
  // The third waits for its turn: another network that asks for it gets it made.
  const others = [ask('/3', '2001:db8:0:1::1'), ask('/5', '2001:db8::1', 'POST')]
  await vi.waitFor(() => expect(begun).toHaveLength(4))
  await new Promise(setImmediate)
  expect(begun.toSorted()).toEqual(['/1', '/2', '/3', '/5'])
  for (const end of ends) end()
  const answers = await Promise.all([...greedy, ...others])
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['/1', '/2', '/3', '/3', '/5'])
  expect(begun).toHaveLength(4)
})

it('keeps nothing for an address in another spelling', async () => {
  const { cache, ask } = counting(({ pathname }) => ({ address: pathname, isKept: pathname !== '/private' }))
  expect([await ask('/private'), await ask('/private')]).toEqual(['200 1', '200 2'])
  expect(cache.respond('/private', new Headers())).toBeUndefined()
})

it('makes nothing for a client that left before its turn', async () => {
  const made: string[] = []
  let finish = () => {}
  const app = new Hono<Keepable>().use(keepResponses(createPageCache(), whole, createTurns(1, 200, 'Later.')))
  app.get('/:page', async (c) => {
    made.push(c.req.param('page'))
    await new Promise<void>((resolve) => (finish = resolve))
    return c.text('a page')
  })
  const first = app.request('/first')
  await vi.waitFor(() => expect(made).toEqual(['first']))
  const leaving = new AbortController()
  const left = app.request('/left', { signal: leaving.signal })
  const next = app.request('/next')
  leaving.abort()
  finish()
  await first
  await left
  await vi.waitFor(() => expect(made).toEqual(['first', 'next']))
  finish()
  expect((await next).status).toBe(200)
})

it('makes a page on nobody’s behalf, so that others do not wait in the line of the first client', async () => {
  const line = createFairLine(1)
  const leave = await line.enter()
  const flood = Array.from({ length: 500 }, () => onBehalfOf('flooder', () => line.enter()).then((each) => each()))
  const { ask, app } = counting(whole)
  app.get('/read', showsPublic(['tools']), async (c) => {
    const done = await line.enter()
    done()
    return c.text('read')
  })
  const first = onBehalfOf('flooder', () => ask('/read'))
  const other = onBehalfOf('visitor', () => ask('/read'))
  await new Promise(setImmediate)
  leave()
  expect(await Promise.all([first, other])).toEqual(['200 read', '200 read'])
  await Promise.all(flood)
})
