import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passkeyMessages } from '#content/passkeys.ts'
import { inTransaction } from '#platform/db/database.ts'
import { openAuthenticator } from '#testing/authenticator.ts'
import { password, signUpVerified } from '#testing/codes.ts'
import { addPasskey, askToAdd, askToLogIn, logInWithPasskey, optionsOf, withPasskey } from '#testing/passkeys.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { duringCall, type AuthCall } from './auth-call.ts'
import { eraseAccount } from './personal-data.ts'
import { endAccess, lockUser, removeUser } from './store.ts'
import { passkeys, sessions } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const passkeysOf = (id: string) => shop.db.select().from(passkeys).where(eq(passkeys.userId, id))
const sessionsOf = (id: string) => shop.db.$count(sessions, eq(sessions.userId, id))
const endAll = (id: string) =>
  inTransaction(shop.db, async (tx) => {
    await lockUser(tx, id)
    await endAccess(tx, id)
  })

/** Makes something happen after the passkey of a login was found, and before the library has checked it. */
function afterFound(happens: () => Promise<unknown>): void {
  const { storedAccounts } = shop.shop
  const { passkeyIn } = storedAccounts
  storedAccounts.passkeyIn = async (body) => {
    storedAccounts.passkeyIn = passkeyIn
    const found = await passkeyIn(body)
    await happens()
    return found
  }
}

/** The same after a call that changes a passkey was allowed. */
function afterAllowed(happens: () => Promise<unknown>): void {
  const { storedAccounts } = shop.shop
  const { hasPasskey } = storedAccounts
  storedAccounts.hasPasskey = async (...one) => {
    storedAccounts.hasPasskey = hasPasskey
    const has = await hasPasskey(...one)
    await happens()
    return has
  }
}

/** Writes as the library does in a call, once all its checks are done. */
async function written(call: Partial<AuthCall>, write: (over: Library) => Promise<unknown>) {
  const { adapter, internalAdapter } = await shop.shop.auth.$context
  const whole = { route: '', isKnownDevice: async () => true, ...call }
  return duringCall(whole, () => write({ ...adapter, createSession: internalAdapter.createSession }))
}
type Context = Awaited<TestShop['shop']['auth']['$context']>
type Library = Context['adapter'] & Pick<Context['internalAdapter'], 'createSession'>

test('a passkey that is removed while it logs in starts no session', async () => {
  const { id, browser, passkeyId, elsewhere } = await withPasskey(shop)
  afterFound(() => browser.post('/api/auth/passkey/delete-passkey', { id: passkeyId, currentPassword: password }))
  const answer = await logInWithPasskey(elsewhere())
  expect([answer.status, (await answer.json()).detail]).toEqual([401, passkeyMessages.unknown])
  expect(await sessionsOf(id)).toBe(1)
})

test('a passkey that is removed after the library has checked it starts no session', async () => {
  const { id, email, passkeyId } = await withPasskey(shop)
  await shop.db.delete(passkeys).where(eq(passkeys.id, passkeyId))
  const call = { factor: 'passkey' as const, passkey: { id: passkeyId, userId: id, email, counter: 1 } }
  await expect(written(call, (over) => over.createSession(id))).rejects.toMatchObject({
    body: { code: 'PASSKEY_NOT_FOUND' },
  })
  expect(await sessionsOf(id)).toBe(1)
})

test('a passkey removed and used at the same moment leaves no new session', async () => {
  for (let n = 0; n < 4; n++) {
    const { id, browser, passkeyId, elsewhere } = await withPasskey(shop)
    const there = elsewhere()
    const response = there.device.get(await askToLogIn(there.browser))
    const [removed] = await Promise.all([
      browser.post('/api/auth/passkey/delete-passkey', { id: passkeyId, currentPassword: password }),
      there.browser.post('/api/auth/passkey/verify-authentication', { response }),
    ])
    expect(removed.status).toBe(200)
    // The removal ends what began before it; what comes after it does not begin.
    expect(await sessionsOf(id)).toBe(1)
  }
})

test('a passkey of a user who is removed or erased meanwhile starts no session', async () => {
  const removed = await withPasskey(shop)
  afterFound(() => removeUser(shop.db, removed.id, shop.clock.now()))
  expect((await logInWithPasskey(removed.elsewhere())).status).toBe(403)
  const erased = await withPasskey(shop)
  const person = { id: erased.id, email: erased.email, emailVerified: true }
  afterFound(() => inTransaction(shop.db, (tx) => eraseAccount(tx, person, shop.clock.now())))
  expect((await logInWithPasskey(erased.elsewhere())).status).toBe(401)
  for (const { id } of [removed, erased]) expect(await sessionsOf(id)).toBe(0)
  expect(await passkeysOf(erased.id)).toEqual([])
})

test('one of two logins that show the same counter is refused', async () => {
  const { id, elsewhere } = await withPasskey(shop)
  const both = [elsewhere(), elsewhere()]
  const shown = []
  for (const { browser, device } of both) {
    shown.push({ browser, response: device.get(await askToLogIn(browser), { counter: 5 }) })
  }
  const statuses = await Promise.all(
    shown.map(async ({ browser, response }) => {
      const answer = await browser.post('/api/auth/passkey/verify-authentication', { response })
      return answer.status
    }),
  )
  expect(statuses.toSorted()).toEqual([200, 401])
  expect(await sessionsOf(id)).toBe(2)
})

test('a session that is ended meanwhile cannot add, rename or remove a passkey', async () => {
  const first = await signUpVerified(shop)
  const device = openAuthenticator(shop.config.publicUrl)
  const response = device.create(await optionsOf(await askToAdd(first.browser)))
  await endAll(first.id)
  const late = await first.browser.post('/api/auth/passkey/verify-registration', { name: 'Late', response })
  expect(late.status).toBe(401)
  expect(await passkeysOf(first.id)).toEqual([])

  const { id, browser, passkeyId } = await withPasskey(shop)
  afterAllowed(() => endAll(id))
  const answer = await browser.post('/api/auth/passkey/delete-passkey', { id: passkeyId, currentPassword: password })
  expect(answer.status).toBe(401)
  const second = await withPasskey(shop)
  afterAllowed(() => endAll(second.id))
  const renamed = await second.browser.post('/api/auth/passkey/update-passkey', { id: second.passkeyId, name: 'Late' })
  expect(renamed.status).toBe(401)
  expect(await passkeysOf(id)).toHaveLength(1)
  expect(await passkeysOf(second.id)).toMatchObject([{ name: 'Laptop' }])
})

test('a session that ends after the library has checked it cannot add, rename or remove a passkey', async () => {
  const { id, passkeyId } = await withPasskey(shop)
  const [session] = await shop.db.select().from(sessions).where(eq(sessions.userId, id))
  await endAll(id)
  const by = { id, session: session?.id ?? '' }
  const one = { model: 'passkey', where: [{ field: 'id', value: passkeyId }] }
  const data = {
    userId: id,
    name: 'Late',
    publicKey: 'x',
    credentialID: 'x',
    counter: 0,
    deviceType: 'x',
    backedUp: false,
  }
  const writings: ((over: Library) => Promise<unknown>)[] = [
    (over) => over.create({ model: 'passkey', data }),
    (over) => over.update({ ...one, update: { name: 'Late' } }),
    (over) => over.delete(one),
  ]
  for (const write of writings) {
    await expect(written({ by }, write)).rejects.toMatchObject({ body: { code: 'SESSION_OVER' } })
  }
  expect(await passkeysOf(id)).toMatchObject([{ name: 'Laptop' }])
})

test('a database failure is not reported as a wrong passkey', async () => {
  const { id, browser, elsewhere } = await withPasskey(shop)
  const { owner } = shop.shop
  const { tell } = owner
  owner.tell = () => Promise.reject(Object.assign(new Error('gone'), { cause: { code: '57P01' } }))
  const device = openAuthenticator(shop.config.publicUrl)
  const answer = await addPasskey({ browser, device }).finally(() => {
    owner.tell = tell
  })
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expect(await passkeysOf(id)).toHaveLength(1)
  expect((await logInWithPasskey(elsewhere())).status).toBe(200)
})
