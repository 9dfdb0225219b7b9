import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factorMessages } from '#content/factors.ts'
import { recordedBy } from '#testing/audit.ts'
import { browserAt, logIn, password, showCode, signUpVerified, withCodes } from '#testing/codes.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { findUserById } from './store.ts'
import { sessions, twoFactors } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const sessionsOf = (id: string) => shop.db.select().from(sessions).where(eq(sessions.userId, id))
const factorOf = async (id: string) => (await shop.db.select().from(twoFactors).where(eq(twoFactors.userId, id)))[0]
const mailsTo = (email: string) => shop.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
const actionsOf = async (work: () => unknown) => (await recordedBy(shop.db, work)).map(({ action }) => action)

describe('codes are taken away', () => {
  test('by the password, are told, and end every other session', async () => {
    const { id, email, browser, next } = await withCodes(shop)
    const other = browserAt(shop)
    await logIn(other, email)
    await showCode(other, next)
    const recorded = await actionsOf(async () => {
      const answer = await browser.post('/api/auth/two-factor/disable', { currentPassword: password })
      expect(answer.status).toBe(200)
    })
    expect(recorded).toEqual(['account.codes-off'])
    expect(mailsTo(email).at(-1)).toBe('One-time codes are off for Wattwork')
    expect(await factorOf(id)).toBeUndefined()
    expect(await sessionsOf(id)).toMatchObject([{ secondFactor: null }])
    expect(await other.accessToken(email)).toBeUndefined()
    expect(await (await logIn(other, email)).json()).toHaveProperty('token')
  })

  test.each(['disable', 'generate-backup-codes'])('not by %s with a wrong password', async (route) => {
    const { id, browser } = await withCodes(shop)
    const before = await factorOf(id)
    const answer = await browser.post(`/api/auth/two-factor/${route}`, { currentPassword: 'not-this' })
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ path: 'currentPassword' }] }])
    expect(await factorOf(id)).toEqual(before)
  })

  test('not where there are none: nothing is told, and no session ends', async () => {
    const { id, email, browser } = await signUpVerified(shop)
    const mails = mailsTo(email)
    for (const route of ['disable', 'generate-backup-codes']) {
      const answer = await browser.post(`/api/auth/two-factor/${route}`, { currentPassword: password })
      expect([answer.status, await answer.json()]).toMatchObject([409, { detail: factorMessages.noCodes }])
    }
    expect(mailsTo(email)).toEqual(mails)
    expect(await sessionsOf(id)).toHaveLength(1)
  })

  test('with the account that is erased, and are in no download', async () => {
    const { id, email, browser, next } = await withCodes(shop)
    const authorization = `Bearer ${await browser.accessToken(email)}`
    const data = await (await shop.app.request('/api/profile/export', { headers: { authorization } })).text()
    expect(data).toContain(email)
    expect(data).not.toMatch(/two.?factor|backup/i)
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify({ password })
    const erased = await shop.app.request('/api/profile', { method: 'DELETE', headers, body })
    expect(erased.status).toBe(204)
    expect(await factorOf(id)).toBeUndefined()
    expect(await findUserById(shop.db, id)).toMatchObject({ twoFactorEnabled: false })
    expect((await showCode(browser, next)).status).toBe(401)
  })
})

test('new backup codes take the place of those before, and are told', async () => {
  const { email, browser, backupCodes } = await withCodes(shop)
  const recorded = await actionsOf(() =>
    browser.post('/api/auth/two-factor/generate-backup-codes', { currentPassword: password }),
  )
  expect(recorded).toEqual(['account.backup-codes-made'])
  expect(mailsTo(email).at(-1)).toBe('New backup codes for Wattwork')
  const other = browserAt(shop)
  await logIn(other, email)
  const old = await other.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] })
  expect(old.status).toBe(401)
})
