import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { refusals } from '#content/refusals.ts'
import { createApp } from '#server/app.ts'
import { createPageServices } from '#server/page-services.ts'
import { buildFolder, loadPages } from '#server/pages-build.ts'
import { createPages } from '#server/pages.ts'
import { unavailable } from '#shared/errors.ts'
import { openTestShop } from '#testing/shop.ts'
import { pageServicesContext } from '#web/lib/page-context.ts'

const { shop, config, db, close } = await openTestShop()
afterAll(() => close())

/** The errors that the shop logs. */
const reported: unknown[] = []
const log: typeof shop.log = {
  ...shop.log,
  error: (_message: string, fields?: Record<string, unknown>) => reported.push(fields?.['error']),
}
const { build, mode } = await loadPages(false, createServer())
const pages = createPages(build, pageServicesContext, createPageServices({ ...shop, log }, config), mode)
const app = createApp(shop, config, pages, buildFolder)

/** The messages of an error and of its causes: visitors must see none of them. */
function wordsOf(error: unknown): string[] {
  return error instanceof Error ? [...error.message.split('\n').filter(Boolean), ...wordsOf(error.cause)] : []
}

test('a page whose data cannot be read is HTTP 500, tells nothing of why, and is not kept', async () => {
  await db.execute(sql`alter table tool rename to lost_tool`)
  for (const path of ['/', '/tools', '/_.data', '/tools.data']) {
    const answer = await app.request(path)
    const text = await answer.text()
    expect(answer.status, path).toBe(500)
    expect(answer.headers.get('cache-control') ?? '').not.toContain('public')
    if (!path.endsWith('.data')) expect(text).toContain('This page did not load')
    const words = reported.splice(0).flatMap(wordsOf)
    expect(words.join('\n')).toContain('relation "tool" does not exist')
    for (const word of words) expect(text).not.toContain(word)
    expect(text).not.toMatch(/lost_tool|node_modules|file:\/\//)
  }
  await db.execute(sql`alter table lost_tool rename to tool`)
  expect((await app.request('/')).status).toBe(200)
})

test('a page whose database is briefly unavailable is HTTP 503, and is not cached', async () => {
  const away = new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') })
  const read = vi.spyOn(shop.catalogue, 'newest').mockRejectedValue(away)
  const told = vi.spyOn(log, 'warn').mockReturnValue()
  shop.cache.forget('/')
  const answer = await app.request('/')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store'])
  const text = await answer.text()
  expect(text).toContain(unavailable)
  expect(text).not.toContain('Connection terminated')
  expect(told).toHaveBeenCalled()
  read.mockRestore()
  told.mockRestore()
  expect((await app.request('/')).status).toBe(200)
})

test('a page that times out and one refused before rendering are both answered as pages', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const read = vi.spyOn(shop.catalogue, 'newest').mockReturnValue(new Promise(() => {}))
  shop.cache.forget('/')
  const ask = (path: string) => app.request(path, { headers: { accept: 'text/html' } })
  const never = [ask('/'), ask('/_.data')]
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  // Both slots of a network are taken, and its queue is full.
  const waiting = Array.from({ length: 200 }, (_, n) => ask(`/made-up-${n}`))
  const refused = await ask('/one-more')
  await vi.advanceTimersByTimeAsync(6_000)
  vi.useRealTimers()
  read.mockRestore()
  const late = await never[0]
  for (const [answer, status, words] of [
    [late, 503, unavailable],
    [refused, 429, refusals.tooMany],
  ] as const) {
    expect([answer?.status, answer?.headers.get('cache-control')]).toEqual([status, 'no-store'])
    expect(answer?.headers.get('content-security-policy')).toContain("style-src 'self'")
    const text = await answer?.text()
    expect(text).toContain(words)
    expect(text).toMatch(/<link rel="stylesheet" href="\/assets\/[\w-]+\.css"/)
  }
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([404]))
})
