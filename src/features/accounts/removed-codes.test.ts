import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factorMessages } from '#content/factors.ts'
import { browserAt, logIn, password, showCode, signUpVerified, withCodes } from '#testing/codes.ts'
import { findUserById } from './store.ts'
import { openFactorShop, type FactorShop } from './testing.ts'

let shop: FactorShop
beforeAll(async () => {
  shop = await openFactorShop()
})
afterAll(() => shop.close())

describe('turning off codes', () => {
  test('takes the password, tells the owner and ends every other session', async () => {
    const { id, email, browser, next } = await withCodes(shop)
    const other = browserAt(shop)
    await logIn(other, email)
    await showCode(other, next)
    const recorded = await shop.actionsOf(async () => {
      const answer = await browser.post('/api/auth/two-factor/disable', { currentPassword: password })
      expect(answer.status).toBe(200)
    })
    expect(recorded).toEqual(['account.codes-off'])
    expect(shop.mailsTo(email).at(-1)).toBe('One-time codes are off for Wattwork')
    expect(await shop.factorOf(id)).toBeUndefined()
    expect(await shop.sessionsOf(id)).toMatchObject([{ secondFactor: null }])
    expect(await other.accessToken(email)).toBeUndefined()
    expect(await (await logIn(other, email)).json()).toHaveProperty('token')
  })

  test.each(['disable', 'generate-backup-codes'])('is refused by %s with a wrong password', async (route) => {
    const { id, browser } = await withCodes(shop)
    const before = await shop.factorOf(id)
    const answer = await browser.post(`/api/auth/two-factor/${route}`, { currentPassword: 'not-this' })
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ path: 'currentPassword' }] }])
    expect(await shop.factorOf(id)).toEqual(before)
  })

  test('is refused where there are none, and then tells nobody and ends no session', async () => {
    const { id, email, browser } = await signUpVerified(shop)
    const mails = shop.mailsTo(email)
    for (const route of ['disable', 'generate-backup-codes']) {
      const answer = await browser.post(`/api/auth/two-factor/${route}`, { currentPassword: password })
      expect([answer.status, await answer.json()]).toMatchObject([409, { detail: factorMessages.noCodes }])
    }
    expect(shop.mailsTo(email)).toEqual(mails)
    expect(await shop.sessionsOf(id)).toHaveLength(1)
  })

  test('happens when the account is erased, and codes are never in the download', async () => {
    const { id, email, browser, next } = await withCodes(shop)
    const authorization = `Bearer ${await browser.accessToken(email)}`
    const data = await (await shop.app.request('/api/profile/export', { headers: { authorization } })).text()
    expect(data).toContain(email)
    expect(data).not.toMatch(/two.?factor|backup/i)
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify({ password })
    const erased = await shop.app.request('/api/profile', { method: 'DELETE', headers, body })
    expect(erased.status).toBe(204)
    expect(await shop.factorOf(id)).toBeUndefined()
    expect(await findUserById(shop.db, id)).toMatchObject({ twoFactorEnabled: false })
    expect((await showCode(browser, next)).status).toBe(401)
  })
})

test('new backup codes replace the old ones, and the owner is told', async () => {
  const { email, browser, backupCodes } = await withCodes(shop)
  const recorded = await shop.actionsOf(() =>
    browser.post('/api/auth/two-factor/generate-backup-codes', { currentPassword: password }),
  )
  expect(recorded).toEqual(['account.backup-codes-made'])
  expect(shop.mailsTo(email).at(-1)).toBe('New backup codes for Wattwork')
  const other = browserAt(shop)
  await logIn(other, email)
  const old = await other.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] })
  expect(old.status).toBe(401)
})
