import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factorMessages } from '#content/factors.ts'
import { recordedBy } from '#testing/audit.ts'
import { beginCodes, browserAt, logIn, password, showCode, signUpVerified, withCodes } from '#testing/codes.ts'
import { codeOf } from '#testing/totp.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { limitTry } from './limits.ts'
import { sessions } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const verify = '/two-factor/verify-totp'
/** Counts tried codes as the route does. */
const guess = async (address: string, email: string, times: number, device?: string) => {
  for (let n = 0; n < times; n++) await limitTry(shop.shop.limiter, { route: verify, address, email, device })
}
/** Codes that are all wrong. */
const wrongCodes = (used: string, count: number) =>
  Array.from({ length: count }, (_, n) => String((Number(used) + 1000 + n) % 1_000_000).padStart(6, '0'))

test('somebody guessing is stopped after ten codes and locks out nobody else', async () => {
  const { email, used, next } = await withCodes(shop)
  const thief = browserAt(shop, '203.0.113.9')
  await logIn(thief, email)
  await guess('203.0.113.9', email, 9)
  const [wrong = ''] = wrongCodes(used, 1)
  expect((await showCode(thief, wrong)).status).toBe(401)
  const late = await showCode(thief, next)
  expect([late.status, late.headers.get('retry-after')]).toEqual([429, '3600'])
  const owner = browserAt(shop, '198.51.100.7')
  await logIn(owner, email)
  expect((await showCode(owner, next)).status).toBe(200)
})

test('a sixth code in one login is not checked', async () => {
  const { email, used, next } = await withCodes(shop)
  const thief = browserAt(shop, '203.0.113.10')
  await logIn(thief, email)
  for (const code of wrongCodes(used, 5)) expect((await showCode(thief, code)).status).toBe(401)
  const answer = await showCode(thief, next)
  expect([answer.status, await answer.json()]).toMatchObject([400, { detail: factorMessages.manyWrong }])
  expect((await showCode(thief, next)).status).toBe(401)
})

test('guessing from many places is stopped, with advice for the owner', async () => {
  const { email, next } = await withCodes(shop)
  await guess('203.0.113.1', email, 10)
  await guess('203.0.113.2', email, 10)
  const thief = browserAt(shop, '203.0.113.3')
  await logIn(thief, email)
  const answer = await showCode(thief, next)
  expect([answer.status, await answer.json()]).toMatchObject([429, { detail: factorMessages.manyCodes }])
  shop.clock.advance({ seconds: 3600 })
  expect((await showCode(thief, next)).status).toBe(200)
})

test('guessing is limited to fifty codes a day', async () => {
  const { email } = await withCodes(shop)
  for (let hour = 0; hour < 5; hour++) {
    await guess('203.0.113.4', email, 10)
    shop.clock.advance({ seconds: 3600 })
  }
  await expect(guess('203.0.113.4', email, 1)).rejects.toMatchObject({ kind: 'too-many' })
})

test('strangers do not lock out the owner’s device, which has ten tries of its own', async () => {
  const { email, next, browser } = await withCodes(shop)
  await guess('203.0.113.5', email, 10)
  await guess('203.0.113.6', email, 10)
  expect(browser.cookies.has('wattwork.device')).toBe(true)
  await browser.post('/api/auth/sign-out', {})
  await logIn(browser, email)
  expect((await showCode(browser, next)).status).toBe(200)

  const cookie = `wattwork.device=${browser.cookies.get('wattwork.device')}`
  const { known } = await shop.shop.devices.before(email, new Headers({ cookie }))
  await guess('198.51.100.1', email, 10, known)
  await logIn(browser, email)
  expect((await showCode(browser, next)).status).toBe(429)
})

test('backup codes count towards the same limit', async () => {
  const { email, backupCodes } = await withCodes(shop)
  const thief = browserAt(shop, '203.0.113.11')
  await guess('203.0.113.11', email, 10)
  await logIn(thief, email)
  const answer = await thief.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] })
  expect(answer.status).toBe(429)
})

test('a wrong code is recorded and reported to the owner once per quarter of an hour', async () => {
  const { id, email, used } = await withCodes(shop)
  const thief = browserAt(shop, '203.0.113.12')
  await logIn(thief, email)
  const mails = () => shop.mails.filter(({ to, subject }) => to === email && subject.startsWith('A wrong')).length
  const recorded = await recordedBy(shop.db, async () => {
    for (const code of wrongCodes(used, 3)) await showCode(thief, code)
  })
  expect(recorded).toMatchObject([{ action: 'account.code-failed', actorId: null, subjectId: id }])
  expect(mails()).toBe(1)
  shop.clock.advance({ seconds: 15 * 60 })
  for (const code of wrongCodes(used, 4).slice(3)) await showCode(thief, code)
  expect(mails()).toBe(2)
  expect(await shop.db.$count(sessions, eq(sessions.userId, id))).toBe(1)
})

test('the password can be guessed ten times in an open browser, across all routes', async () => {
  const { email, browser } = await withCodes(shop)
  const tryAt = (route: string) => browser.post(`/api/auth/two-factor/${route}`, { currentPassword: 'not-this-one' })
  for (let n = 0; n < 8; n++) {
    const use = { route: '/change-password', address: '198.51.100.1', email, device: undefined }
    await limitTry(shop.shop.limiter, use)
  }
  expect((await tryAt('disable')).status).toBe(400)
  expect((await tryAt('generate-backup-codes')).status).toBe(400)
  expect((await tryAt('enable')).status).toBe(429)
})

/** Uses up the tries that all strangers to an account have together. */
const useUpStrangers = async (email: string) => {
  await guess('203.0.113.1', email, 10)
  await guess('203.0.113.2', email, 10)
}

test('setting a new password by mail does not make a browser known when codes are asked for', async () => {
  const { email } = await withCodes(shop)
  await useUpStrangers(email)
  const thief = browserAt(shop, '192.0.2.7')
  await thief.post('/api/auth/request-password-reset', { email })
  const { hash } = new URL(shop.mails.findLast(({ to }) => to === email)?.action?.url ?? 'missing:')
  const token = new URLSearchParams(hash.slice(1)).get('token')
  expect((await thief.post('/api/auth/reset-password', { token, newPassword: 'second-secret' })).status).toBe(200)
  expect((await logIn(thief, email, 'second-secret')).status).toBe(200)
  expect((await showCode(thief, '000000')).status).toBe(429)
})

test('a browser that logged in before codes were set up is a stranger to them', async () => {
  const { email, browser } = await signUpVerified(shop)
  const thief = browserAt(shop, '192.0.2.8')
  expect((await logIn(thief, email)).status).toBe(200)
  const { totpURI } = await beginCodes(browser)
  expect((await showCode(browser, codeOf(totpURI))).status).toBe(200)
  await useUpStrangers(email)
  expect((await logIn(thief, email, password)).status).toBe(200)
  expect((await showCode(thief, '000000')).status).toBe(429)
})
