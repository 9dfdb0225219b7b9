import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passkeyMessages } from '#content/passkeys.ts'
import { recordedBy } from '#testing/audit.ts'
import { browserAt, signUpVerified, withCodes } from '#testing/codes.ts'
import { addPasskey, askToAdd, askToLogIn, logInWithPasskey, optionsOf, withPasskey } from '#testing/passkeys.ts'
import { removeUser } from './store.ts'
import { verifications } from './tables.ts'
import { openFactorShop, told, type FactorShop } from './testing.ts'

let shop: FactorShop
beforeAll(async () => {
  shop = await openFactorShop()
})
afterAll(() => shop.close())

describe('logging in with a passkey', () => {
  test('is a complete login and counts as a second factor', async () => {
    const { id, email, elsewhere } = await withPasskey(shop)
    const there = elsewhere()
    const recorded = await recordedBy(shop.db, async () => {
      expect((await logInWithPasskey(there)).status).toBe(200)
    })
    expect(recorded).toMatchObject([{ action: 'account.new-device', actorId: id, after: { by: 'passkey' } }])
    expect(await there.browser.accessToken(email)).toBeDefined()
    expect(there.browser.cookies.has('wattwork.device')).toBe(true)
    expect((await shop.sessionsOf(id)).map(({ secondFactor }) => secondFactor)).toEqual(['passkey', 'passkey'])
    const [row] = await shop.passkeysOf(id)
    expect(row).toMatchObject({ counter: 1, usedAt: shop.clock.now() })
    const again = await recordedBy(shop.db, () => logInWithPasskey(there))
    expect(again).toMatchObject([{ action: 'account.signed-in', after: { by: 'passkey' } }])
  })

  test('names no account in advance and requires user verification', async () => {
    const answer = await browserAt(shop).post('/api/auth/passkey/generate-authenticate-options', {})
    const options = await answer.json()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', timeout: 300_000 })
    expect(options).not.toHaveProperty('allowCredentials')
  })

  test('asks for no code from a user who has codes', async () => {
    const { email, browser } = await withCodes(shop)
    const device = shop.newDevice()
    await addPasskey({ browser, device })
    const there = browserAt(shop)
    expect((await logInWithPasskey({ browser: there, device })).status).toBe(200)
    expect(await there.accessToken(email)).toBeDefined()
  })

  test.each([
    ['that did not verify its owner', { verifies: false }, 401, passkeyMessages.notVerified],
    ['on a page of another origin', { origin: 'https://wattwork.example' }, 400, passkeyMessages.refused],
    ['that answers another challenge', { challenge: 'AAAA' }, 400, passkeyMessages.refused],
    ['that names another account', { userHandle: 'AAAA' }, 401, passkeyMessages.unknown],
  ])('is refused to a device %s', async (_how, quirks, status, detail) => {
    const { id, email, elsewhere } = await withPasskey(shop)
    const there = elsewhere()
    const answer = await logInWithPasskey(there, quirks)
    expect([answer.status, (await answer.json()).detail]).toEqual([status, detail])
    expect(await there.browser.accessToken(email)).toBeUndefined()
    expect(await shop.passkeysOf(id)).toMatchObject([{ counter: 0, usedAt: null }])
  })

  test('is refused to a key that signs for somebody else’s passkey', async () => {
    const [mine, theirs] = [await withPasskey(shop), await withPasskey(shop)]
    const { browser } = mine.elsewhere()
    const response = mine.device.get(await askToLogIn(browser), { userHandle: theirs.device.kept[0]?.userHandle })
    const id = theirs.device.kept[0]?.id
    const answer = await browser.post('/api/auth/passkey/verify-authentication', {
      response: { ...response, id, rawId: id },
    })
    expect(await told(answer)).toEqual([401, 'AUTHENTICATION_FAILED', passkeyMessages.refused])
    expect(await browser.accessToken(theirs.email)).toBeUndefined()
  })

  test('refuses a replayed answer, also when both come at once', async () => {
    const { id, elsewhere } = await withPasskey(shop, { counts: false })
    const { browser, device } = elsewhere()
    const response = device.get(await askToLogIn(browser))
    const cookie = browser.cookies.get('wattwork.passkey') ?? ''
    const other = browserAt(shop)
    other.cookies.set('wattwork.passkey', cookie)
    const send = (from: typeof other) => from.post('/api/auth/passkey/verify-authentication', { response })
    const statuses = (await Promise.all([send(browser), send(other)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 400])
    browser.cookies.set('wattwork.passkey', cookie)
    expect(await told(await send(browser))).toEqual([400, 'CHALLENGE_NOT_FOUND', passkeyMessages.over])
    expect(await shop.sessionsOf(id)).toHaveLength(2)
  })

  test('expires after five minutes and does not accept a challenge for adding a passkey', async () => {
    const { browser, elsewhere } = await withPasskey(shop)
    const there = elsewhere()
    const response = there.device.get(await askToLogIn(there.browser))
    await shop.db.update(verifications).set({ expiresAt: new Date(Date.now() - 1) })
    expect((await there.browser.post('/api/auth/passkey/verify-authentication', { response })).status).toBe(400)
    const { challenge } = await optionsOf(await askToAdd(browser))
    const other = there.device.get({ challenge, rpId: 'localhost' })
    expect((await browser.post('/api/auth/passkey/verify-authentication', { response: other })).status).toBe(400)
  })

  test('accepts a device without a counter every time', async () => {
    const { elsewhere } = await withPasskey(shop, { counts: false })
    for (let n = 0; n < 3; n++) expect((await logInWithPasskey(elsewhere())).status).toBe(200)
  })

  test('refuses a copy whose counter has not advanced, and tells the owner once', async () => {
    const { id, email, elsewhere } = await withPasskey(shop)
    await logInWithPasskey(elsewhere(), { counter: 7 })
    const recorded = await recordedBy(shop.db, async () => {
      for (const counter of [7, 6, 0]) {
        const answer = await logInWithPasskey(elsewhere(), { counter })
        expect(await told(answer)).toEqual([401, 'PASSKEY_COPIED', passkeyMessages.copied])
      }
    })
    expect(recorded).toMatchObject([{ action: 'account.passkey-refused', actorId: null, subjectId: id }])
    expect(shop.mailsTo(email).filter((subject) => subject.startsWith('A passkey was refused'))).toHaveLength(1)
    expect(await shop.passkeysOf(id)).toMatchObject([{ counter: 7 }])
    expect((await logInWithPasskey(elsewhere(), { counter: 2 ** 32 - 1 })).status).toBe(200)
  })

  test('is refused to a removed user', async () => {
    const { id, elsewhere } = await withPasskey(shop)
    await removeUser(shop.db, id, shop.clock.now())
    expect((await logInWithPasskey(elsewhere())).status).toBe(403)
    expect(await shop.sessionsOf(id)).toEqual([])
  })

  test('answers 422 for a malformed passkey, however long', async () => {
    const { browser, device } = (await withPasskey(shop)).elsewhere()
    const good = device.get(await askToLogIn(browser))
    const bodies = [
      {},
      { response: {} },
      { response: { ...good, id: '' } },
      { response: { ...good, type: 'password' } },
      { response: { ...good, response: { ...good.response, signature: 'not base64url!' } } },
      { response: { ...good, response: { ...good.response, clientDataJSON: 'A'.repeat(1_000_000) } } },
      { response: good, trustDevice: true },
    ]
    for (const body of bodies) {
      expect((await browser.post('/api/auth/passkey/verify-authentication', body)).status).toBe(422)
    }
  })

  test('refuses a passkey that was never added', async () => {
    const { browser } = await signUpVerified(shop)
    const device = shop.newDevice()
    device.create(await optionsOf(await askToAdd(browser)))
    const answer = await logInWithPasskey({ browser: browserAt(shop), device })
    expect(await told(answer)).toEqual([401, 'PASSKEY_NOT_FOUND', passkeyMessages.unknown])
  })
})
