import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passkeyMessages } from '#content/passkeys.ts'
import { recordedBy } from '#testing/audit.ts'
import { browserAt, logIn, password, signUpVerified } from '#testing/codes.ts'
import { addPasskey, askToAdd, optionsOf, withPasskey } from '#testing/passkeys.ts'
import { passkeys, users, verifications } from './tables.ts'
import { openFactorShop, told, type FactorShop } from './testing.ts'

let shop: FactorShop
beforeAll(async () => {
  shop = await openFactorShop()
})
afterAll(() => shop.close())

describe('adding a passkey', () => {
  test('takes the password and a device that verifies its owner, and tells the owner', async () => {
    const { id, email, browser } = await signUpVerified(shop)
    await logIn(browserAt(shop), email)
    const recorded = await recordedBy(shop.db, async () => {
      const answer = await addPasskey({ browser, device: shop.newDevice() }, { name: ' রফিকের ফোন ' })
      expect(answer.status).toBe(200)
    })
    expect(recorded).toMatchObject([{ action: 'account.passkey-added', actorId: id, after: { name: 'রফিকের ফোন' } }])
    expect(shop.mailsTo(email).at(-1)).toBe('A passkey was added for Wattwork')
    expect(await shop.passkeysOf(id)).toMatchObject([{ name: 'রফিকের ফোন', counter: 0, usedAt: null }])
    // Adding it signs nobody out, and this session counts as having shown it.
    expect(new Set((await shop.sessionsOf(id)).map(({ secondFactor }) => secondFactor))).toEqual(
      new Set(['passkey', null]),
    )
  })

  test('asks for a passkey that needs no e-mail and verifies the user', async () => {
    const { id, browser } = await signUpVerified(shop)
    const answer = await askToAdd(browser)
    expect(await answer.json()).toMatchObject({
      rp: { id: 'localhost', name: 'Wattwork' },
      user: { id: Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') },
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      timeout: 300_000,
    })
  })

  test.each([
    ['without the password', {}, 400],
    ['with a wrong password', { currentPassword: 'not-this-one' }, 400],
    ['with an unknown field', { currentPassword: password, context: 'x' }, 422],
    ['with a number as the password', { currentPassword: 7 }, 422],
  ])('is refused %s', async (_how, body, status) => {
    const { browser } = await signUpVerified(shop)
    const answer = await browser.post('/api/auth/passkey/generate-register-options', body)
    expect(answer.status).toBe(status)
    expect(browser.cookies.has('wattwork.passkey')).toBe(false)
    if (status === 400) expect(await answer.json()).toMatchObject({ errors: [{ path: 'currentPassword' }] })
  })

  test('requires a verified e-mail, where the owner is told', async () => {
    const { id, browser } = await signUpVerified(shop)
    await shop.db.update(users).set({ emailVerified: false }).where(eq(users.id, id))
    expect(await told(await askToAdd(browser))).toMatchObject([403, 'VERIFY_FIRST', expect.any(String)])
  })

  test.each([
    ['that did not verify its owner', { verifies: false }, 401, passkeyMessages.notVerified],
    ['on a page of another origin', { origin: 'https://wattwork.example' }, 400, passkeyMessages.notAdded],
    ['that answers another challenge', { challenge: 'AAAA' }, 400, passkeyMessages.notAdded],
  ])('is refused to a device %s', async (_how, quirks, status, detail) => {
    const { id, browser } = await signUpVerified(shop)
    const answer = await addPasskey({ browser, device: shop.newDevice() }, quirks)
    expect([answer.status, (await answer.json()).detail]).toEqual([status, detail])
    expect(await shop.passkeysOf(id)).toEqual([])
  })

  test('works once per challenge, within five minutes and for the same account only', async () => {
    const { id, browser } = await signUpVerified(shop)
    const device = shop.newDevice()
    const asked = await optionsOf(await askToAdd(browser))
    const cookie = browser.cookies.get('wattwork.passkey') ?? ''
    const add = () =>
      browser.post('/api/auth/passkey/verify-registration', { name: 'Laptop', response: device.create(asked) })
    expect((await add()).status).toBe(200)
    browser.cookies.set('wattwork.passkey', cookie)
    expect(await told(await add())).toEqual([400, 'CHALLENGE_NOT_FOUND', passkeyMessages.over])

    const again = await optionsOf(await askToAdd(browser))
    await shop.db.update(verifications).set({ expiresAt: new Date(Date.now() - 1) })
    const late = { name: 'Late', response: device.create(again) }
    expect((await browser.post('/api/auth/passkey/verify-registration', late)).status).toBe(400)

    const mine = await optionsOf(await askToAdd(browser))
    const other = await signUpVerified(shop)
    other.browser.cookies.set('wattwork.passkey', browser.cookies.get('wattwork.passkey') ?? '')
    const theirs = { name: 'Theirs', response: device.create(mine) }
    expect((await other.browser.post('/api/auth/passkey/verify-registration', theirs)).status).toBe(401)
    expect(await shop.passkeysOf(id)).toHaveLength(1)
    expect(await shop.passkeysOf(other.id)).toEqual([])
  })

  test('refuses a credential that another account has added', async () => {
    const first = await withPasskey(shop)
    const { browser } = await signUpVerified(shop)
    const device = shop.newDevice()
    const asked = await optionsOf(await askToAdd(browser))
    const response = device.create(asked)
    await shop.db.update(passkeys).set({ credentialID: response.id }).where(eq(passkeys.userId, first.id))
    const answer = await browser.post('/api/auth/passkey/verify-registration', { name: 'Mine', response })
    expect(await told(answer)).toEqual([409, 'PASSKEY_TAKEN', passkeyMessages.taken])
  })

  test('is possible ten times at most, even when the last two come at once', async () => {
    const { id, browser } = await signUpVerified(shop)
    const more = browserAt(shop)
    for (const [name, value] of browser.cookies) more.cookies.set(name, value)
    const row = { userId: id, name: 'One', publicKey: 'x', counter: 0, deviceType: 'x', backedUp: false }
    await shop.db.insert(passkeys).values(Array.from({ length: 9 }, (_, n) => ({ ...row, credentialID: `${id}${n}` })))
    const both = await Promise.all(
      [browser, more].map(async (each) => {
        const asked = await optionsOf(await askToAdd(each))
        return () =>
          each.post('/api/auth/passkey/verify-registration', { name: 'Last', response: shop.newDevice().create(asked) })
      }),
    )
    const answers = await Promise.all(both.map((send) => send()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await told(await askToAdd(browser))).toEqual([409, 'TOO_MANY_PASSKEYS', passkeyMessages.tooMany])
    expect(await shop.passkeysOf(id)).toHaveLength(10)
  })

  test.each([{ name: '' }, { name: 'a'.repeat(61) }, { name: 'turned \u202e' }, {}, { name: 7 }])(
    'refuses the name %o',
    async (body) => {
      const { id, browser } = await signUpVerified(shop)
      const response = shop.newDevice().create(await optionsOf(await askToAdd(browser)))
      const answer = await browser.post('/api/auth/passkey/verify-registration', { ...body, response })
      expect(answer.status).toBe(422)
      expect(await shop.passkeysOf(id)).toEqual([])
    },
  )
})
