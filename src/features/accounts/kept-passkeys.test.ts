import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passkeyMessages } from '#content/passkeys.ts'
import { newId } from '#platform/ids.ts'
import { recordedBy } from '#testing/audit.ts'
import { openAuthenticator } from '#testing/authenticator.ts'
import { browserAt, logIn, password, showCode, signUpVerified, withCodes } from '#testing/codes.ts'
import { addPasskey, askToAdd, logInWithPasskey, withPasskey } from '#testing/passkeys.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { resetFactorsByOperator } from './sign-in-record.ts'
import { sessions, users } from './tables.ts'
import { openFactorShop, type FactorShop } from './testing.ts'

let shop: FactorShop
beforeAll(async () => {
  shop = await openFactorShop()
})
afterAll(() => shop.close())

type Browser = ReturnType<typeof browserAt>

const rename = (browser: Browser, id: string, name = 'Phone') =>
  browser.post('/api/auth/passkey/update-passkey', { id, name })
const remove = (browser: Browser, id: string, currentPassword = password) =>
  browser.post('/api/auth/passkey/delete-passkey', { id, currentPassword })
const listOf = async (browser: Browser, email: string) => {
  const headers = { authorization: `Bearer ${await browser.accessToken(email)}` }
  return (await shop.app.request('/api/profile/passkey', { headers })).json()
}

test('the list shows name, creation and last use, and no credential', async () => {
  const { email, browser, passkeyId, elsewhere } = await withPasskey(shop)
  const [added] = await listOf(browser, email)
  expect(added).toEqual({ _id: passkeyId, name: 'Laptop', addedAt: expect.any(String), usedAt: null })
  await logInWithPasskey(elsewhere())
  expect(await listOf(browser, email)).toEqual([{ ...added, usedAt: shop.clock.now().toISOString() }])
})

describe('renaming a passkey', () => {
  test('is recorded', async () => {
    const { id, browser, passkeyId } = await withPasskey(shop)
    const recorded = await recordedBy(shop.db, async () => {
      expect((await rename(browser, passkeyId)).status).toBe(200)
      await rename(browser, passkeyId)
    })
    const entry = { before: { name: 'Laptop' }, after: { name: 'Phone' } }
    expect(recorded).toMatchObject([{ action: 'account.passkey-renamed', ...entry }])
    expect(await shop.passkeysOf(id)).toMatchObject([{ name: 'Phone' }])
  })

  test('refuses an empty name', async () => {
    const { id, browser, passkeyId } = await withPasskey(shop)
    expect((await rename(browser, passkeyId, '  ')).status).toBe(422)
    expect(await shop.passkeysOf(id)).toMatchObject([{ name: 'Laptop' }])
  })
})

describe('removing a passkey', () => {
  test('takes the password, tells the owner and signs every other device out', async () => {
    const { id, email, browser, passkeyId, elsewhere } = await withPasskey(shop)
    const there = elsewhere()
    await logInWithPasskey(there)
    const recorded = await recordedBy(shop.db, async () => {
      expect((await remove(browser, passkeyId)).status).toBe(200)
    })
    expect(recorded).toMatchObject([{ action: 'account.passkey-removed', before: { name: 'Laptop' } }])
    expect(shop.mailsTo(email).at(-1)).toBe('A passkey was removed for Wattwork')
    expect(await shop.passkeysOf(id)).toEqual([])
    // Without the last passkey no session counts as signed in with one.
    expect(await shop.sessionsOf(id)).toMatchObject([{ secondFactor: null }])
    expect(await there.browser.accessToken(email)).toBeUndefined()
    expect((await logInWithPasskey(elsewhere())).status).toBe(401)
    expect(await (await logIn(browserAt(shop), email)).json()).toHaveProperty('token')
  })

  test('leaves the other passkeys, and the session keeps its second factor', async () => {
    const { id, browser, passkeyId } = await withPasskey(shop)
    await addPasskey({ browser, device: openAuthenticator(shop.config.publicUrl) }, { name: 'Phone' })
    expect((await remove(browser, passkeyId)).status).toBe(200)
    expect(await shop.passkeysOf(id)).toMatchObject([{ name: 'Phone' }])
    expect(await shop.sessionsOf(id)).toMatchObject([{ secondFactor: 'passkey' }])
  })

  test.each([
    ['without the password', undefined],
    ['with a wrong password', 'not-this-one'],
  ])('is refused %s', async (_how, currentPassword) => {
    const { id, browser, passkeyId } = await withPasskey(shop)
    const body = { id: passkeyId, ...(currentPassword && { currentPassword }) }
    const answer = await browser.post('/api/auth/passkey/delete-passkey', body)
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ path: 'currentPassword' }] }])
    expect(await shop.passkeysOf(id)).toHaveLength(1)
  })

  test('counts wrong passwords together with those tried elsewhere', async () => {
    const { browser, passkeyId } = await withPasskey(shop)
    for (let n = 0; n < 5; n++) {
      expect((await remove(browser, passkeyId, 'not-this-one')).status).toBe(400)
      expect((await askToAdd(browser, 'not-this-one')).status).toBe(400)
    }
    expect((await remove(browser, passkeyId)).status).toBe(429)
  })
})

test('somebody else’s passkey and an unknown one are not found', async () => {
  const [mine, theirs] = [await withPasskey(shop), await withPasskey(shop)]
  for (const id of [theirs.passkeyId, newId()]) {
    for (const answer of [await rename(mine.browser, id), await remove(mine.browser, id)]) {
      expect([answer.status, (await answer.json()).detail]).toEqual([404, passkeyMessages.notYours])
    }
  }
  expect(await shop.passkeysOf(theirs.id)).toMatchObject([{ name: 'Laptop' }])
  for (const id of ['1', '', 7, null]) {
    expect(
      (await mine.browser.post('/api/auth/passkey/delete-passkey', { id, currentPassword: password })).status,
    ).toBe(422)
  }
})

test('a user without a password can remove one shortly after signing in', async () => {
  const { id, browser, passkeyId } = await withPasskey(shop)
  const { passwordOf } = shop.shop.storedAccounts
  shop.shop.storedAccounts.passwordOf = async () => undefined
  const send = () => browser.post('/api/auth/passkey/delete-passkey', { id: passkeyId })
  try {
    await shop.db
      .update(sessions)
      .set({ createdAt: new Date(Date.now() - 10 * 60_000) })
      .where(eq(sessions.userId, id))
    const late = await send()
    expect([late.status, await late.json()]).toMatchObject([403, { code: 'SIGN_IN_AGAIN' }])
    await shop.db.update(sessions).set({ createdAt: new Date() }).where(eq(sessions.userId, id))
    expect((await send()).status).toBe(200)
  } finally {
    shop.shop.storedAccounts.passwordOf = passwordOf
  }
})

describe('with other ways to log in', () => {
  test('a new password leaves passkeys and the session’s second factor', async () => {
    const { id, browser, elsewhere } = await withPasskey(shop)
    const passwords = { currentPassword: password, newPassword: 'second-secret' }
    expect((await browser.post('/api/auth/change-password', passwords)).status).toBe(200)
    expect(await shop.sessionsOf(id)).toMatchObject([{ secondFactor: 'passkey' }])
    expect((await logInWithPasskey(elsewhere())).status).toBe(200)
  })

  test('turning off codes leaves passkeys, but not the second factor shown with a code', async () => {
    const { id, browser } = await withCodes(shop)
    const device = openAuthenticator(shop.config.publicUrl)
    await addPasskey({ browser, device })
    expect((await browser.post('/api/auth/two-factor/disable', { currentPassword: password })).status).toBe(200)
    expect(await shop.sessionsOf(id)).toMatchObject([{ secondFactor: null }])
    const there = { browser: browserAt(shop), device }
    expect((await logInWithPasskey(there)).status).toBe(200)
    expect((await shop.sessionsOf(id)).at(-1)).toMatchObject({ secondFactor: 'passkey' })
  })

  test('“sign out everywhere” ends the sessions opened by passkeys but leaves the passkeys', async () => {
    const { id, browser, elsewhere } = await withPasskey(shop)
    await logInWithPasskey(elsewhere())
    expect((await browser.post('/api/auth/revoke-sessions', {})).status).toBe(200)
    expect(await shop.sessionsOf(id)).toEqual([])
    expect((await logInWithPasskey(elsewhere())).status).toBe(200)
  })

  test('an operator’s reset removes passkeys and ends all sessions', async () => {
    const { id, email, elsewhere } = await withPasskey(shop)
    const by = { at: shop.clock.now(), owner: shop.shop.owner }
    const recorded = await recordedBy(shop.db, async () => {
      expect(await resetFactorsByOperator(shop.db, email, by)).toBe(true)
    })
    expect(recorded).toMatchObject([{ action: 'account.factor-reset', subjectId: id }])
    expect([await shop.passkeysOf(id), await shop.sessionsOf(id)]).toEqual([[], []])
    expect((await logInWithPasskey(elsewhere())).status).toBe(401)
    expect(await resetFactorsByOperator(shop.db, email, by)).toBe(false)
  })
})

describe('where staff need a second factor', () => {
  let strict: TestShop
  beforeAll(async () => {
    const { authSecret } = shop.config
    strict = await openTestShop({ staffFactor: 'required', authSecret }, shop.shop.engine)
  })
  const staff = async (id: string) => shop.db.update(users).set({ role: 'admin' }).where(eq(users.id, id))
  const isStaff = async (browser: Browser, email: string) => {
    const headers = { authorization: `Bearer ${await browser.accessToken(email)}` }
    return (await strict.app.request('/api/user', { headers })).status
  }

  test('adding a passkey or logging in with one gives staff access', async () => {
    const { id, email, browser } = await signUpVerified(strict)
    await staff(id)
    expect(await isStaff(browser, email)).toBe(403)
    const device = openAuthenticator(strict.config.publicUrl)
    expect((await addPasskey({ browser, device })).status).toBe(200)
    expect(await isStaff(browser, email)).toBe(200)
    const there = browserAt(strict)
    await logInWithPasskey({ browser: there, device })
    expect(await isStaff(there, email)).toBe(200)
  })

  test('the password alone cannot change how staff log in', async () => {
    const { id, email, passkeyId } = await withPasskey(strict)
    await staff(id)
    const thief = browserAt(strict)
    await logIn(thief, email)
    const answers = [
      await askToAdd(thief),
      await remove(thief, passkeyId),
      await rename(thief, passkeyId),
      await thief.post('/api/auth/two-factor/enable', { currentPassword: password }),
      await showCode(thief, '123456'),
    ]
    for (const answer of answers) {
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'SECOND_FACTOR_REQUIRED' }])
    }
    expect(await isStaff(thief, email)).toBe(403)
  })

  test('a customer’s password is enough to change a customer’s passkeys', async () => {
    const { email, passkeyId } = await withPasskey(strict)
    const again = browserAt(strict)
    await logIn(again, email)
    expect((await remove(again, passkeyId)).status).toBe(200)
  })
})
