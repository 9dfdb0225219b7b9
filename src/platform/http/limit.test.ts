import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '#platform/db/database.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createTestClock } from '#testing/clock.ts'
import { createRateLimiter, type RateLimiter } from './limit.ts'
import { rateLimits } from './tables.ts'

const clock = createTestClock()
let engine: Engine
let limiter: RateLimiter
beforeAll(async () => {
  engine = await openTestDatabase()
  limiter = createRateLimiter(engine.db, clock, 'Later.')
})
afterAll(() => engine.close())

const limit = { name: 'try', count: 3, seconds: 60 }
async function useUp(key: string) {
  for (let n = 0; n < limit.count; n += 1) await limiter.use(limit, key)
}

test('a limit allows so many uses, and then says how long to wait', async () => {
  await useUp('one')
  clock.advance({ seconds: 20 })
  const refused = { status: 429, message: 'Later.', extra: { retryAfter: 40 } }
  await expect(limiter.use(limit, 'one')).rejects.toMatchObject(refused)
  await expect(limiter.use({ ...limit, message: 'Rest a little.' }, 'one')).rejects.toThrow('Rest a little.')
})

test('a window ends, and the next use begins a new one', async () => {
  await useUp('two')
  clock.advance({ seconds: 59.5 })
  await expect(limiter.use(limit, 'two')).rejects.toMatchObject({ extra: { retryAfter: 1 } })
  clock.advance({ seconds: 0.5 })
  await useUp('two')
  clock.advance({ seconds: 59 })
  await expect(limiter.use(limit, 'two')).rejects.toMatchObject({ extra: { retryAfter: 1 } })
})

test('each key and each limit has its own count', async () => {
  await useUp('three')
  await expect(limiter.use(limit, 'three')).rejects.toMatchObject({ status: 429 })
  await expect(limiter.use(limit, 'four')).resolves.toBeUndefined()
  await expect(limiter.use({ ...limit, name: 'other' }, 'three')).resolves.toBeUndefined()
})

test('clearing restarts the count for that key and limit only', async () => {
  await useUp('five')
  await useUp('six')
  await limiter.clear({ ...limit, name: 'other' }, 'five')
  await expect(limiter.use(limit, 'five')).rejects.toMatchObject({ status: 429 })
  await limiter.clear(limit, 'five')
  await useUp('five')
  await expect(limiter.use(limit, 'six')).rejects.toMatchObject({ status: 429 })
})

test('simultaneous tries are all counted', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => limiter.use(limit, 'seven')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(limit.count)
})

test('the sweep removes only windows that are over', async () => {
  await limiter.use({ ...limit, seconds: 10 }, 'over')
  await limiter.use({ ...limit, seconds: 1000 }, 'running')
  clock.advance({ seconds: 11 })
  await limiter.sweep()
  const keys = (await engine.db.select().from(rateLimits)).map(({ key }) => key)
  expect(keys).toContain('try:running')
  expect(keys).not.toContain('try:over')
})

test('a limit lasts no longer than its period after the clock was set back', async () => {
  clock.advance({ hours: 24 })
  await useUp('eight')
  clock.advance({ hours: -24 })
  await useUp('eight')
  await expect(limiter.use(limit, 'eight')).rejects.toMatchObject({ extra: { retryAfter: 60 } })
})
