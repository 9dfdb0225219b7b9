import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orders } from '#features/orders/tables.ts'
import { openBrowser } from '#testing/browser.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { createAccounts } from './service.ts'
import { findUserByEmail } from './store.ts'
import { sessions } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const password = 'first-secret'
let made = 0

/** A browser that is signed in, with the access token that its session was exchanged for. */
async function device(email: string, route: 'sign-up' | 'sign-in') {
  const browser = openBrowser(shop.app, shop.config.publicUrl)
  const account = { email, password, ...(route === 'sign-up' && { name: 'Nusrat' }) }
  expect((await browser.post(`/api/auth/${route}/email`, account)).status).toBe(200)
  const token = (await browser.accessToken(email)) ?? 'none'
  return { browser, token, headers: { authorization: `Bearer ${token}` } }
}
type Device = Awaited<ReturnType<typeof device>>

async function twoDevices() {
  made += 1
  const email = `nusrat${made}@example.com`
  return { email, here: await device(email, 'sign-up'), elsewhere: await device(email, 'sign-in') }
}

const signOut = ({ browser }: Device) => browser.post('/api/auth/sign-out', {})
const call = (path: string, { headers }: Device) => shop.app.request(`/api${path}`, { headers })

/** The ways in which a session ends. */
const endings: Record<string, (device: Device, email: string) => Promise<unknown>> = {
  'was signed out': signOut,
  'has expired': async (_device, email) => {
    const user = await findUserByEmail(shop.db, email)
    await shop.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(sessions.userId, user?.id ?? ''))
  },
}

describe.each(Object.entries(endings))('the access token of a session that %s', (_how, end) => {
  test('no longer authorises any call', async () => {
    const { email, here } = await twoDevices()
    const paths = ['/profile', `/admin/${email}`, `/order?email=${email}`, `/order?email=${email}&limit=1`]
    for (const path of paths) expect((await call(path, here)).status, path).toBe(200)
    await end(here, email)
    for (const path of paths) expect((await call(path, here)).status, path).toBe(401)
    expect(await here.browser.accessToken(email)).toBeUndefined()
  })

  test('places no order and takes no stock', async () => {
    const { email, here } = await twoDevices()
    const tool = await makeTool(shop.db)
    const place = (key: string) =>
      shop.app.request('/api/order', json('POST', orderOf(tool), { ...here.headers, 'idempotency-key': key }))
    expect((await place('before')).status).toBe(201)
    await end(here, email)
    for (const key of ['after', 'before']) expect((await place(key)).status).toBe(401)
    const nonsense = await shop.app.request('/api/order', json('POST', { orderQuantity: 'x' }, here.headers))
    expect(nonsense.status).toBe(401)
    expect(await shop.db.$count(orders, eq(orders.email, email))).toBe(1)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 49, ledger: 49 })
  })
})

test('signing out leaves the other devices of the account signed in', async () => {
  const { here, elsewhere } = await twoDevices()
  await signOut(here)
  expect((await call('/profile', elsewhere)).status).toBe(200)
})

test('signing out takes effect in every other process at once, even for a token seen before', async () => {
  const { here } = await twoDevices()
  const { db, clock, config } = shop
  const { subjectOf, actorOf } = createAccounts({
    db,
    reads: db,
    clock,
    auth: shop.shop.auth,
    publicUrl: config.publicUrl,
  })
  const subject = await subjectOf(here.token)
  expect(await actorOf(subject)).toMatchObject({ name: 'Nusrat' })
  await signOut(here)
  expect(await subjectOf(here.token)).toEqual(subject)
  await expect(actorOf(subject)).rejects.toMatchObject({ status: 401 })
})
