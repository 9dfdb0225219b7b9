import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPaymentShop, type PaymentShop } from '#features/payments/testing.ts'
import { getRequestListener } from '@hono/node-server'
import type { Reads } from '#platform/db/database.ts'
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts'
import { createMetrics } from './server.ts'

let shop: PaymentShop
let jobs: Jobs
let metrics: ReturnType<typeof createMetrics>
let [origin, told] = ['', '']
/** The queries of the metrics alone. */
const execute = vi.fn((query: SQL) => shop.db.execute(query))
/** As reported by a server with a replica. */
const replica = () => ({ isUsed: true, reads: { replica: 7, behind: 2, failed: 1 } })
const isReady = vi.fn(async () => true)
const server = createServer()

const originOf = (each: typeof server) => `http://127.0.0.1:${(each.address() as AddressInfo).port}`
beforeAll(async () => {
  shop = await openPaymentShop()
  const { engine, cache, log } = shop.shop
  jobs = createJobs(engine, [], { log, works: false })
  await jobs.open()
  metrics = createMetrics(
    { cache, engine: { ...engine, reads: { execute } as unknown as Reads, replica } },
    isReady,
    log,
  )
  server.on('request', metrics.onRequest)
  server.on('request', getRequestListener(shop.app.fetch))
  for (const each of [server, metrics.server]) await once(each.listen(0, '127.0.0.1'), 'listening')
  ;[origin, told] = [originOf(server), originOf(metrics.server)]
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await metrics.stop()
  await jobs.stop()
  await shop.close()
})

/** The values by name and labels. */
async function values(): Promise<Map<string, number>> {
  const text = await (await fetch(`${told}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

test('requests are counted by route, however many addresses are made up', async () => {
  for (let n = 0; n < 5; n += 1) {
    await (await fetch(`${origin}/api/tool/${crypto.randomUUID()}`)).text()
    await (await fetch(`${origin}/api/no-such-call-${n}`)).text()
    await (await fetch(`${origin}/made-up-${n}`)).text()
  }
  const made = ask(origin, { method: 'PROPFIND', path: '/livez' }).end()
  await once(made, 'response')
  await vi.waitFor(async () => {
    const now = await values()
    expect(now.get('http_requests_total{method="GET",route="/api/tool/:toolId",status="4xx"}')).toBe(5)
    expect(now.get('http_requests_total{method="GET",route="/api/*",status="4xx"}')).toBe(5)
    expect(now.get('http_request_duration_seconds_count{method="GET",route="/api/tool/:toolId"}')).toBe(5)
    const counted = [...now.keys()].filter((name) => name.startsWith('http_requests_total'))
    expect(counted.join()).not.toMatch(/made-up|PROPFIND/)
    expect(counted.length).toBeLessThanOrEqual(4)
  })
})

test('the state of the shop is reported, and rarely read from the database', async () => {
  await shop.paid({ price: 10_000, quantity: 2 })
  const clock = vi.spyOn(performance, 'now')
  const from = performance.now()
  clock.mockImplementation(() => from + 15_001)
  const now = await values()
  expect(now.get('orders{state="paid",pay_by="card"}')).toBe(1)
  expect(now.get('payments_captured{outcome="counted",currency="usd"}')).toBe(200)
  expect(now.get('database_replica_used')).toBe(1)
  expect(now.get('database_list_reads_total{outcome="replica"}')).toBe(7)
  expect((await values()).get('database_list_reads_total{outcome="behind"}')).toBe(2)
  expect(now.get('page_cache_bytes')).toBeGreaterThanOrEqual(0)
  expect(now.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  await shop.paid()
  expect((await values()).get('orders{state="paid",pay_by="card"}')).toBe(1)
  clock.mockImplementation(() => from + 30_100)
  execute.mockRejectedValueOnce(new Error('away'))
  expect((await values()).get('orders{state="paid",pay_by="card"}')).toBe(1)
  expect((await values()).get('orders{state="paid",pay_by="card"}')).toBe(2)
  clock.mockRestore()
})

test('a database that is slow to count is asked less often', async () => {
  let now = performance.now() + 100_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  execute.mockClear().mockImplementationOnce((query) => {
    now += 1_000
    return shop.db.execute(query)
  })
  const timesAsked = async () => {
    await values()
    return execute.mock.calls.length
  }
  expect(await timesAsked()).toBe(1)
  now += 99_900
  expect(await timesAsked()).toBe(1)
  now += 200
  expect(await timesAsked()).toBe(2)
  now += 15_100
  expect(await timesAsked()).toBe(3)
  clock.mockRestore()
})

test('a silent database delays nothing for long, and is asked once', async () => {
  const clock = vi.spyOn(performance, 'now')
  const from = performance.now()
  clock.mockImplementation(() => from + 400_000)
  execute.mockClear().mockReturnValueOnce(new Promise(() => {}) as never)
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 })
  const asked = await Promise.all([values(), values()])
  vi.useRealTimers()
  expect(asked.map((each) => each.has('orders{state="paid",pay_by="card"}'))).toEqual([true, true])
  expect(execute).toHaveBeenCalledOnce()
  clock.mockRestore()
})

test('the probes are served too, and nothing else', async () => {
  expect((await fetch(`${told}/livez`)).status).toBe(200)
  expect((await fetch(`${told}/readyz`)).status).toBe(200)
  isReady.mockResolvedValueOnce(false)
  expect((await fetch(`${told}/readyz`)).status).toBe(503)
  expect((await fetch(`${told}/api/tool`)).status).toBe(404)
})
