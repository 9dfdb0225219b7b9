import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factorMessages } from '#content/factors.ts'
import { inTransaction } from '#platform/db/database.ts'
import { beginCodes, browserAt, logIn, password, showCode, signUpVerified, withCodes } from '#testing/codes.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { codeOf } from '#testing/totp.ts'
import type { FactorStep } from './auth-call.ts'
import { endAccess, findUserById, lockUser, removeUser } from './store.ts'
import { sessions, twoFactors } from './tables.ts'
import { takeUnderWay } from './under-way.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Makes something happen after a call about a second factor was allowed, and before the library carries it out. */
function meanwhile(happens: (step: FactorStep) => Promise<unknown>): void {
  const { storedAccounts } = shop.shop
  const { beginStep } = storedAccounts
  storedAccounts.beginStep = async (step) => {
    storedAccounts.beginStep = beginStep
    const begun = await beginStep(step)
    await happens(begun)
    return begun
  }
}

const endAll = (id: string) =>
  inTransaction(shop.db, async (tx) => {
    await lockUser(tx, id)
    await endAccess(tx, id)
  })
const factorOf = async (id: string) => (await shop.db.select().from(twoFactors).where(eq(twoFactors.userId, id)))[0]
const sessionsOf = (id: string) => shop.db.$count(sessions, eq(sessions.userId, id))
const change = (browser: ReturnType<typeof browserAt>, route: string) =>
  browser.post(`/api/auth/two-factor/${route}`, { currentPassword: password })

test('a code signs nobody in when the login is ended while the code is being checked', async () => {
  const { id, email, next } = await withCodes(shop)
  const browser = browserAt(shop)
  await logIn(browser, email)
  meanwhile(() => endAll(id))
  const answer = await showCode(browser, next)
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: expect.any(String) }])
  expect(await sessionsOf(id)).toBe(0)
})

test('a code signs nobody in when the login ends after the library has checked it is still open', async () => {
  const { id, email, next } = await withCodes(shop)
  const there = await sessionsOf(id)
  const browser = browserAt(shop)
  await logIn(browser, email)
  meanwhile(({ underWay }) => takeUnderWay(shop.db, underWay))
  const answer = await showCode(browser, next)
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'STEP_OVER' }])
  expect(await sessionsOf(id)).toBe(there)
})

test('a backup code does not sign in a user who is removed meanwhile', async () => {
  const { id, email, backupCodes } = await withCodes(shop)
  const browser = browserAt(shop)
  await logIn(browser, email)
  meanwhile(() => removeUser(shop.db, id, shop.clock.now()))
  const answer = await browser.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] })
  expect([401, 403]).toContain(answer.status)
  expect(await sessionsOf(id)).toBe(0)
})

test('codes are not set up by a session that ends while the first code is being checked', async () => {
  const { id, browser } = await signUpVerified(shop)
  const { totpURI } = await beginCodes(browser)
  meanwhile(() => endAll(id))
  expect((await showCode(browser, codeOf(totpURI))).status).toBe(401)
  expect(await findUserById(shop.db, id)).toMatchObject({ twoFactorEnabled: false })
  expect(await factorOf(id)).toMatchObject({ verified: false })
  expect(await sessionsOf(id)).toBe(0)
})

test('codes are not set up when another tab replaces the secret meanwhile', async () => {
  const { id, browser } = await signUpVerified(shop)
  const { totpURI } = await beginCodes(browser)
  meanwhile(() => beginCodes(browser))
  expect((await showCode(browser, codeOf(totpURI))).ok).toBe(false)
  expect(await findUserById(shop.db, id)).toMatchObject({ twoFactorEnabled: false })
  expect(await factorOf(id)).toMatchObject({ verified: false })
})

test.each(['disable', 'generate-backup-codes'])(
  '%s does nothing for a session that is ended meanwhile',
  async (route) => {
    const { id, browser } = await withCodes(shop)
    const before = await factorOf(id)
    meanwhile(() => endAll(id))
    expect((await change(browser, route)).status).toBe(401)
    expect(await factorOf(id)).toEqual(before)
    expect(await findUserById(shop.db, id)).toMatchObject({ twoFactorEnabled: true })
    expect(await sessionsOf(id)).toBe(0)
  },
)

test('a secret that was confirmed meanwhile is not replaced', async () => {
  const { id, browser } = await signUpVerified(shop)
  const { totpURI } = await beginCodes(browser)
  const [code, other] = [codeOf(totpURI), browserAt(shop)]
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  meanwhile(() => showCode(other, code))
  expect((await change(browser, 'enable')).ok).toBe(false)
  expect(await factorOf(id)).toMatchObject({ verified: true })
  expect(await findUserById(shop.db, id)).toMatchObject({ twoFactorEnabled: true })
})

test('two tabs that set up codes at once leave one secret, and a refused tab hears of the other', async () => {
  const { id, browser } = await signUpVerified(shop)
  const answers = await Promise.all([change(browser, 'enable'), change(browser, 'enable')])
  for (const answer of answers) {
    if (!answer.ok) expect([answer.status, (await answer.json()).detail]).toEqual([409, factorMessages.setUpElsewhere])
  }
  expect(answers.some(({ ok }) => ok)).toBe(true)
  expect(await shop.db.$count(twoFactors, eq(twoFactors.userId, id))).toBe(1)
})
