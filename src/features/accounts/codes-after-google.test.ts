import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordedBy } from '#testing/audit.ts'
import { beginCodes, browserAt, showCode } from '#testing/codes.ts'
import { googleVisits, locationOf } from '#testing/google.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { codeOf } from '#testing/totp.ts'
import { findUserByEmail } from './store.ts'
import { sessions } from './tables.ts'

let shop: TestShop
let visits: ReturnType<typeof googleVisits>
beforeAll(async () => {
  shop = await openTestShop()
  visits = googleVisits(shop)
})
afterAll(() => shop.close())

test('a user with codes is asked for one after Google too, and is not signed in until then', async () => {
  const [who, email] = [browserAt(shop), 'codes@example.com']
  await visits.continueWithGoogle(who, email)
  // Without a password: they signed in a moment ago.
  const { totpURI } = await beginCodes(who, '')
  const [used, next] = [codeOf(totpURI), codeOf(totpURI, 1)]
  expect((await showCode(who, used)).status).toBe(200)

  const other = browserAt(shop)
  const recorded = await recordedBy(shop.db, async () => {
    const location = await visits.continueWithGoogle(other, email)
    expect(location).toBe('/login?from=%2Ftools&via=code')
  })
  expect(recorded).toEqual([])
  expect(await other.accessToken(email)).toBeUndefined()
  expect(other.cookies.has('wattwork.device')).toBe(false)
  const come = await recordedBy(shop.db, async () => expect((await showCode(other, next)).status).toBe(200))
  expect(come).toMatchObject([{ action: 'account.new-device', after: { by: 'code' } }])
  expect(await other.accessToken(email)).toBeDefined()
})

test('a user without a password can change how they sign in only shortly after signing in', async () => {
  const [who, email] = [browserAt(shop), 'slow@example.com']
  await visits.continueWithGoogle(who, email)
  const user = await findUserByEmail(shop.db, email)
  const before = { createdAt: new Date(Date.now() - 10 * 60_000) }
  await shop.db
    .update(sessions)
    .set(before)
    .where(eq(sessions.userId, user?.id ?? ''))
  const answer = await who.post('/api/auth/two-factor/enable', {})
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'SIGN_IN_AGAIN' }])
})

test('a user who disconnects Google while a code is pending is not let in by that code', async () => {
  const [who, email] = [browserAt(shop), 'left@example.com']
  await visits.continueWithGoogle(who, email)
  const { totpURI } = await beginCodes(who, '')
  await showCode(who, codeOf(totpURI))
  const other = browserAt(shop)
  const callback = await visits.choose(other, await visits.start(other), { email, name: 'Farida' })
  const { isConnected } = shop.shop.storedAccounts
  shop.shop.storedAccounts.isConnected = async () => false
  const location = locationOf(await other.get(callback.href))
  shop.shop.storedAccounts.isConnected = isConnected
  expect(new URL(location).searchParams.get('error')).toBe('account_not_linked')
  expect((await showCode(other, codeOf(totpURI, 1))).status).toBe(401)
})
