import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factorMessages } from '#content/factors.ts'
import { recordedBy } from '#testing/audit.ts'
import { beginCodes, browserAt, logIn, password, showCode, signUpVerified, withCodes } from '#testing/codes.ts'
import { codeOf } from '#testing/totp.ts'
import { findUserById, removeUser } from './store.ts'
import { sessions, users, verifications } from './tables.ts'
import { openFactorShop, type FactorShop } from './testing.ts'

let shop: FactorShop
beforeAll(async () => {
  shop = await openFactorShop()
})
afterAll(() => shop.close())

describe('setting up codes', () => {
  test('takes the password and a first code, tells the owner and ends every other session', async () => {
    const { id, email, browser } = await signUpVerified(shop)
    await logIn(browserAt(shop), email)
    const recorded = await recordedBy(shop.db, async () => {
      const { totpURI, backupCodes } = await beginCodes(browser)
      expect(new URL(totpURI).searchParams.get('issuer')).toBe('Wattwork')
      expect(new Set(backupCodes).size).toBe(10)
      expect((await findUserById(shop.db, id))?.twoFactorEnabled).toBe(false)
      expect((await showCode(browser, codeOf(totpURI))).status).toBe(200)
    })
    expect(recorded.map(({ action, actorId }) => [action, actorId])).toEqual([['account.codes-on', id]])
    expect(shop.mailsTo(email).at(-1)).toBe('One-time codes are on for Wattwork')
    expect((await findUserById(shop.db, id))?.twoFactorEnabled).toBe(true)
    const left = await shop.sessionsOf(id)
    expect(left).toMatchObject([{ secondFactor: 'code' }])
    expect(await browser.accessToken(email)).toBeDefined()
  })

  test('stores neither the secret nor the backup codes in plain text', async () => {
    const { id, browser } = await signUpVerified(shop)
    const { totpURI, backupCodes } = await beginCodes(browser)
    const kept = JSON.stringify(await shop.factorOf(id))
    expect(kept).not.toContain(new URL(totpURI).searchParams.get('secret'))
    expect(kept).not.toContain(backupCodes[0])
  })

  test.each([
    ['without the password', {}, 400],
    ['with a wrong password', { currentPassword: 'not-this-one' }, 400],
    ['with an unknown field', { currentPassword: password, trustDevice: true }, 422],
    ['with a number as the password', { currentPassword: 7 }, 422],
  ])('is refused %s', async (_how, body, status) => {
    const { id, browser } = await signUpVerified(shop)
    expect((await browser.post('/api/auth/two-factor/enable', body)).status).toBe(status)
    expect(await shop.factorOf(id)).toBeUndefined()
  })

  test('requires a verified e-mail, where the owner is told', async () => {
    const { id, browser } = await signUpVerified(shop)
    await shop.db.update(users).set({ emailVerified: false }).where(eq(users.id, id))
    const answer = await browser.post('/api/auth/two-factor/enable', { currentPassword: password })
    expect([answer.status, await answer.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'VERIFY_FIRST', detail: factorMessages.verifyFirst }),
    ])
    expect(await shop.factorOf(id)).toBeUndefined()
  })

  test('is refused with a wrong code, and logging in then asks for none', async () => {
    const { id, email, browser } = await signUpVerified(shop)
    const { totpURI } = await beginCodes(browser)
    const wrong = codeOf(totpURI, 40)
    const answer = await browser.post('/api/auth/two-factor/verify-totp', { code: wrong })
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { errors: [{ path: 'code', message: factorMessages.wrongCode }] },
    ])
    expect(await shop.factorOf(id)).toMatchObject({ verified: false })
    expect(await (await logIn(browserAt(shop), email)).json()).toHaveProperty('token')
  })

  test('is refused to a user who was signed out meanwhile', async () => {
    const { id, browser } = await signUpVerified(shop)
    const { totpURI } = await beginCodes(browser)
    await shop.db.delete(sessions).where(eq(sessions.userId, id))
    expect((await showCode(browser, codeOf(totpURI))).status).toBe(401)
    expect(await findUserById(shop.db, id)).toMatchObject({ twoFactorEnabled: false })
  })

  test('is refused when codes are already set up, which stay as they are', async () => {
    const { id, browser, next } = await withCodes(shop)
    const before = await shop.factorOf(id)
    expect((await browser.post('/api/auth/two-factor/enable', { currentPassword: password })).status).toBe(400)
    expect((await showCode(browser, next)).status).toBe(409)
    expect(await shop.factorOf(id)).toEqual(before)
  })

  test('is refused with a code of a secret that another tab has replaced', async () => {
    const { id, browser } = await signUpVerified(shop)
    const { totpURI } = await beginCodes(browser)
    await beginCodes(browser)
    expect((await showCode(browser, codeOf(totpURI))).status).toBe(401)
    expect(await findUserById(shop.db, id)).toMatchObject({ twoFactorEnabled: false })
  })
})

describe('logging in', () => {
  test('asks for a code after the password, and until then the browser is neither signed in nor known', async () => {
    const { id, email, next } = await withCodes(shop)
    const there = await shop.sessionsOf(id)
    const stranger = browserAt(shop)
    const recorded = await shop.actionsOf(async () => {
      const answer = await logIn(stranger, email)
      expect(await answer.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    })
    expect(recorded).toEqual([])
    expect(await shop.sessionsOf(id)).toEqual(there)
    expect(await stranger.accessToken(email)).toBeUndefined()
    expect(stranger.cookies.has('wattwork.device')).toBe(false)

    const entries = await recordedBy(shop.db, async () => expect((await showCode(stranger, next)).status).toBe(200))
    expect(entries).toMatchObject([{ action: 'account.new-device', after: { by: 'code' } }])
    expect(await stranger.accessToken(email)).toBeDefined()
    expect(stranger.cookies.has('wattwork.device')).toBe(true)
    expect(await shop.sessionsOf(id)).toHaveLength(there.length + 1)
  })

  test('accepts a code with a space, as phones type it', async () => {
    const { email, next } = await withCodes(shop)
    const browser = browserAt(shop)
    await logIn(browser, email)
    const code = next.replace(/^.../, '$& ')
    expect((await browser.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
  })

  test('accepts no code twice, including the one that set codes up', async () => {
    const { email, used, next } = await withCodes(shop)
    const [one, two] = [browserAt(shop), browserAt(shop)]
    await logIn(one, email)
    const first = await showCode(one, used)
    expect([first.status, await first.json()]).toMatchObject([422, { detail: factorMessages.usedCode }])
    expect((await showCode(one, next)).status).toBe(200)
    await logIn(two, email)
    expect((await showCode(two, next)).status).toBe(422)
    expect(await two.accessToken(email)).toBeUndefined()
    // Longer than any code lasts.
    shop.clock.advance({ seconds: 120 })
    expect((await showCode(two, next)).status).toBe(200)
  })

  test('accepts only one of two simultaneous uses of a code', async () => {
    const { email, next } = await withCodes(shop)
    const both = [browserAt(shop), browserAt(shop)]
    for (const browser of both) await logIn(browser, email)
    const statuses = (await Promise.all(both.map((browser) => showCode(browser, next)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 422])
  })

  test('accepts a backup code once and tells the owner', async () => {
    const { id, email, backupCodes } = await withCodes(shop)
    const [code = ''] = backupCodes
    const show = async () => {
      const browser = browserAt(shop)
      await logIn(browser, email)
      return browser.post('/api/auth/two-factor/verify-backup-code', { code: code.replace('-', ' ') })
    }
    const entries = await recordedBy(shop.db, async () => expect((await show()).status).toBe(200))
    expect(entries).toMatchObject([{ after: { by: 'backup-code' } }])
    expect(shop.mailsTo(email).at(-1)).toBe('A backup code was used for Wattwork')
    expect((await shop.sessionsOf(id)).at(-1)).toMatchObject({ secondFactor: 'code' })
    const again = await show()
    expect([again.status, await again.json()]).toMatchObject([401, { detail: factorMessages.wrongBackupCode }])
  })

  test('answers 422 for a malformed code', async () => {
    const { email } = await withCodes(shop)
    const browser = browserAt(shop)
    await logIn(browser, email)
    const bodies = [{ code: 'abcdef' }, { code: '12345' }, {}, { code: '123456', trustDevice: true }]
    for (const body of [...bodies, { code: '1'.repeat(1_000_000) }]) {
      expect((await browser.post('/api/auth/two-factor/verify-totp', body)).status).toBe(422)
    }
    expect((await browser.post('/api/auth/two-factor/verify-backup-code', { code: '123456' })).status).toBe(422)
  })

  test('starts over when a code comes without a password or too late', async () => {
    const { email, next } = await withCodes(shop)
    const browser = browserAt(shop)
    expect((await showCode(browser, next)).status).toBe(401)
    await logIn(browser, email)
    await shop.db.update(verifications).set({ expiresAt: new Date(Date.now() - 1000) })
    const answer = await showCode(browser, next)
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'STEP_OVER' }])
  })

  test('refuses a changed cookie and another account’s code', async () => {
    const [mine, theirs] = [await withCodes(shop), await withCodes(shop)]
    const browser = browserAt(shop)
    await logIn(browser, theirs.email)
    const name = 'wattwork.two_factor'
    browser.cookies.set(name, `${browser.cookies.get(name)?.split('.')[0]}.forged`)
    expect((await showCode(browser, theirs.next)).status).toBe(401)
    // One's own code does not work for somebody else's account.
    const other = browserAt(shop)
    await logIn(other, theirs.email)
    expect((await showCode(other, mine.next)).status).toBe(401)
    expect(await other.accessToken(theirs.email)).toBeUndefined()
  })

  test('is refused to a user who was removed meanwhile', async () => {
    const { id, email, next } = await withCodes(shop)
    const browser = browserAt(shop)
    await logIn(browser, email)
    await removeUser(shop.db, id, shop.clock.now())
    expect((await showCode(browser, next)).status).toBe(401)
    expect(await shop.sessionsOf(id)).toEqual([])
  })
})

describe('a new password', () => {
  async function reset(email: string, newPassword: string) {
    const browser = browserAt(shop)
    await browser.post('/api/auth/request-password-reset', { email })
    const { hash } = new URL(shop.mails.findLast(({ to }) => to === email)?.action?.url ?? 'missing:')
    const token = new URLSearchParams(hash.slice(1)).get('token')
    expect((await browser.post('/api/auth/reset-password', { token, newPassword })).status).toBe(200)
  }

  test('set by mail keeps the second factor and ends a login begun with the old password', async () => {
    const { email, next } = await withCodes(shop)
    const thief = browserAt(shop)
    await logIn(thief, email)
    await reset(email, 'second-secret')
    expect((await showCode(thief, next)).status).toBe(401)
    const owner = browserAt(shop)
    expect(await (await logIn(owner, email, 'second-secret')).json()).toMatchObject({ twoFactorRedirect: true })
    shop.clock.advance({ seconds: 120 })
    expect((await showCode(owner, next)).status).toBe(200)
  })

  test('set in a session keeps that session’s second factor', async () => {
    const { id, browser } = await withCodes(shop)
    const passwords = { currentPassword: password, newPassword: 'second-secret' }
    expect((await browser.post('/api/auth/change-password', passwords)).status).toBe(200)
    expect(await shop.sessionsOf(id)).toMatchObject([{ secondFactor: 'code' }])
  })
})
