import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWithin, isLate } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { promise: never } = Promise.withResolvers<void>()
let done = 0
const late: boolean[] = []
const app = new Hono()
  .use(answerWithin(1_000))
  .post('/silent', async (c) => {
    await never
    return c.text('late')
  })
  .post('/slow', async (c) => {
    c.res.headers.set('X-Begun', 'yes')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    done += 1
    late.push(isLate(c))
    return c.text('late')
  })
  .post('/quick', (c) => c.text(`here ${isLate(c)}`, 201))

const ask = (path: string, length = 10) =>
  app.request(path, { method: 'POST', headers: { 'content-length': String(length) } })

test('a slow request is answered with 503, and its work goes on', async () => {
  const asked = [ask('/silent'), ask('/slow', 64 * 1024)]
  await vi.advanceTimersByTimeAsync(1_000)
  for (const each of asked) {
    const answer = await each
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('x-begun')]).toEqual([503, '1', null])
    expect(await answer.json()).toMatchObject({ status: 503, detail: expect.stringContaining('Try again') })
  }
  expect(done).toBe(0)
  await vi.advanceTimersByTimeAsync(500)
  expect([done, late]).toEqual([1, [true]])
})

test('a timely request and one with a long body are answered as usual', async () => {
  const quick = await ask('/quick')
  expect([quick.status, await quick.text()]).toEqual([201, 'here false'])
  const long = ask('/slow', 64 * 1024 + 1)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await (await long).text()).toBe('late')
})
