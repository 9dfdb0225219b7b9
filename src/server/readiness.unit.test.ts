import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alive, createReadiness, whileOpening } from './readiness.ts'

describe('a process', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  test('is ready while its database answers, and asks it once a second', async () => {
    const ping = vi.fn(() => Promise.resolve())
    const { isReady } = createReadiness(ping)
    expect(await Promise.all([isReady(), isReady()])).toEqual([true, true])
    vi.advanceTimersByTime(999)
    expect(await isReady()).toBe(true)
    expect(ping).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(await isReady()).toBe(true)
    expect(ping).toHaveBeenCalledTimes(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is not ready while its database refuses, but is again afterwards', async () => {
    const ping = vi.fn(() => Promise.reject(new Error('away')))
    const { isReady } = createReadiness(ping)
    expect(await isReady()).toBe(false)
    ping.mockResolvedValue(undefined as never)
    expect(await isReady()).toBe(false)
    vi.advanceTimersByTime(1000)
    expect(await isReady()).toBe(true)
  })

  test('is not ready while its database is silent, and does not ask it again meanwhile', async () => {
    const silent = Promise.withResolvers<void>()
    const ping = vi.fn(() => silent.promise)
    const { isReady } = createReadiness(ping)
    for (const _ of [1, 2]) {
      const answer = isReady()
      vi.advanceTimersByTime(1000)
      expect(await answer).toBe(false)
    }
    expect(ping).toHaveBeenCalledOnce()
    silent.resolve()
    await new Promise(setImmediate)
    expect(await isReady()).toBe(true)
  })

  test('is no longer ready once it drains', async () => {
    const { isReady, drain } = createReadiness(() => Promise.resolve())
    expect(await isReady()).toBe(true)
    drain()
    expect(await isReady()).toBe(false)
  })
})

test('a starting process is alive, and tells other callers to come back', async () => {
  const server = createServer(whileOpening).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const live = await fetch(`${origin}/livez`)
  expect([live.status, await live.json(), live.headers.get('cache-control')]).toEqual([
    200,
    { status: 'ok' },
    'no-store',
  ])
  for (const path of ['/readyz', '/healthz', '/', '/api/tool']) {
    const answer = await fetch(origin + path)
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '1'])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ status: 503 })
  }
  expect(alive().headers.get('cache-control')).toBe('no-store')
  server.close()
})
