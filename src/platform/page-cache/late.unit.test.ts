import { Hono } from 'hono'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerWithin } from '../http/deadline.ts'
import { createTurns } from '../http/turns.ts'
import { createPageCache } from './cache.ts'
import { keepResponses, showsPublic, type Keepable } from './middleware.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Pages that answer on demand, within eight seconds at most; `atOnce` pages are made at a time for a network. */
function held(atOnce = 1) {
  const begun: (PromiseWithResolvers<string> & { path: string })[] = []
  const cache = createPageCache()
  const app = new Hono<Keepable>()
    .use(answerWithin(8_000))
    .use(
      keepResponses(cache, ({ pathname }) => ({ address: pathname, isKept: true }), createTurns(atOnce, 200, 'Later.')),
    )
    .all('*', showsPublic(['tools']), async (c) => {
      const page = { ...Promise.withResolvers<string>(), path: c.req.path }
      begun.push(page)
      return c.text(await page.promise)
    })
  const ask = async (path: string, method = 'GET') => {
    const answer = await app.request(path, { method })
    return `${answer.status} ${answer.status === 200 ? await answer.text() : answer.headers.get('retry-after')}`
  }
  return { cache, ask, begun }
}

it('answers 503 after six seconds, or with the old page if there is one', async () => {
  const { ask, begun, cache } = held()
  const never = ask('/')
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await never).toBe('503 1')
  // A result that comes later is not sent.
  begun[0]?.resolve('late')
  await new Promise(setImmediate)

  const first = ask('/')
  await vi.waitFor(() => expect(begun).toHaveLength(2))
  begun[1]?.resolve('first')
  expect(await first).toBe('200 first')
  cache.markStale(['tools'])
  expect(await ask('/')).toBe('200 first')
  await vi.advanceTimersByTimeAsync(10_000)
  const second = ask('/')
  await vi.waitFor(() => expect(begun).toHaveLength(3))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await second).toBe('200 first')
})

it('makes nobody wait for the next page that is kept once one could not be made', async () => {
  const { ask, begun, cache } = held()
  for (const path of ['/', '/other']) {
    const first = ask(path)
    await vi.waitFor(() => expect(begun.at(-1)?.path).toBe(path))
    begun.at(-1)?.resolve(`old ${path}`)
    expect(await first).toBe(`200 old ${path}`)
  }
  const renewed: string[] = []
  cache.revalidateWith((url) => renewed.push(url))
  cache.doubt()
  const slow = ask('/')
  await vi.waitFor(() => expect(begun).toHaveLength(3))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await slow).toBe('200 old /')
  renewed.length = 0
  // Also what is in doubt, and it is made again in the background.
  expect([await ask('/other'), renewed]).toEqual(['200 old /other', ['/other']])
  await vi.advanceTimersByTimeAsync(9_000)
  expect(await ask('/other')).toBe('200 old /other')
  expect(begun).toHaveLength(3)

  // Not once changes may have been missed: the database is heard again.
  cache.doubt()
  const again = ask('/other')
  await vi.waitFor(() => expect(begun).toHaveLength(4))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await again).toBe('200 old /other')
  await vi.advanceTimersByTimeAsync(10_000)
  const later = ask('/')
  await vi.waitFor(() => expect(begun).toHaveLength(5))
  begun[4]?.resolve('new')
  expect(await later).toBe('200 new')
})

it('makes no page for a request refused while it waited, and keeps none that came too late', async () => {
  const { ask, begun, cache } = held()
  const slow = ask('/slow')
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  const others = [ask('/next'), ask('/left'), ask('/head', 'HEAD')]
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await slow).toBe('503 1')
  await vi.waitFor(() => expect(begun).toHaveLength(2))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await Promise.all(others)).toEqual(['503 1', '503 1', '503 1'])
  begun[1]?.resolve('next')
  for (let n = 0; n < 5; n += 1) await new Promise(setImmediate)
  expect(cache.respond('/next', new Headers())).toBeUndefined()
  expect(begun.map(({ path }) => path)).toEqual(['/slow', '/next'])

  // Their turns are over: the next has one at once.
  const well = ask('/well')
  await vi.waitFor(() => expect(begun).toHaveLength(3))
  begun[2]?.resolve('well')
  expect(await well).toBe('200 well')
})

it('takes no turn for a request that waits for a page already being made', async () => {
  const { ask, begun } = held(2)
  const first = ask('/same')
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  const same = [first, ask('/same'), ask('/same')]
  const other = ask('/other')
  await vi.waitFor(() => expect(begun.map(({ path }) => path)).toEqual(['/same', '/other']))
  for (const { path, resolve } of begun) resolve(path)
  expect(await Promise.all([...same, other])).toEqual(['200 /same', '200 /same', '200 /same', '200 /other'])
})
