import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { messages } from '#content/messages.ts'
import { openBrowser, type TestBrowser } from '#testing/browser.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { findUserByEmail } from './store.ts'
import { sessions } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
afterEach(() => void vi.restoreAllMocks())

let made = 0

/** Somebody whose session is more than a day old: any call that reads it renews it. */
async function dueToBeginAgain() {
  const email = `shirin${(made += 1)}@example.com`
  const browser = openBrowser(shop.app, shop.config.publicUrl)
  await browser.post('/api/auth/sign-up/email', { name: 'Shirin', email, password: 'first-secret' })
  const userId = (await findUserByEmail(shop.db, email))?.id ?? ''
  const expiresAt = new Date(Date.now() + 28 * 24 * 3_600_000)
  await shop.db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, userId))
  return { email, browser, userId }
}

type Reader = (browser: TestBrowser, email: string) => Promise<Response>

const readers: [string, Reader][] = [
  ['the exchange', exchange],
  ['/update-user', (browser) => browser.post('/api/auth/update-user', { name: 'B' })],
  ['/send-verification-email', (browser, email) => browser.post('/api/auth/send-verification-email', { email })],
  ['/get-session', (browser) => browser.get('/api/auth/get-session')],
  [
    '/change-password',
    (browser) =>
      browser.post('/api/auth/change-password', { currentPassword: 'first-secret', newPassword: 'second-secret' }),
  ],
]

async function exchange({ cookies }: TestBrowser, email: string): Promise<Response> {
  const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
  return shop.app.request(`/api/user/${email}`, { method: 'PUT', headers: { cookie, origin: shop.config.publicUrl } })
}

const beginningAgain = async () => vi.spyOn((await shop.shop.auth.$context).internalAdapter, 'updateSession')

test.each(readers)('%s answers 401 when the session is ended while being renewed', async (_name, read) => {
  const { email, browser, userId } = await dueToBeginAgain()
  const begin = await beginningAgain()
  begin.mockImplementation(async () => {
    await shop.db.delete(sessions).where(eq(sessions.userId, userId))
    return null
  })
  const answer = await read(browser, email)
  expect([answer.status, await answer.json()]).toMatchObject([401, { detail: messages.signInFirst }])
})

test.each(readers)('%s answers 503 when the session cannot be renewed for now', async (_name, read) => {
  const { email, browser } = await dueToBeginAgain()
  const begin = await beginningAgain()
  begin.mockRejectedValue(Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }))
  const answer = await read(browser, email)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  begin.mockRestore()
  expect((await exchange(browser, email)).status).toBe(200)
})
