import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordedBy } from '#testing/audit.ts'
import { openBrowser } from '#testing/browser.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { deviceName } from './own-devices.ts'
import { SignedInDevice } from './schema.ts'
import { findUserByEmail } from './store.ts'
import { sessions } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'
let made = 0

/** A browser with that user agent at that address, and the calls it makes with its access token. */
function open(userAgent: string, remoteAddress = '203.0.113.7') {
  const request = (input: string, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    headers.set('user-agent', userAgent)
    return shop.app.request(input, { ...init, headers }, { incoming: { socket: { remoteAddress } } })
  }
  const browser = openBrowser({ request }, shop.config.publicUrl)
  return {
    ...browser,
    async calls(email: string) {
      const authorization = `Bearer ${await browser.accessToken(email)}`
      return (path = '', method = 'GET') =>
        shop.app.request(`/api/profile/device${path}`, { method, headers: { authorization } })
    },
  }
}

const listed = async (answer: Response | Promise<Response>) => SignedInDevice.array().parse(await (await answer).json())

async function onTwoDevices() {
  made += 1
  const account = { email: `mitu${made}@example.com`, password: 'first-secret' }
  const [desk, pocket] = [open(firefox), open(phone, '198.51.100.9')]
  await desk.post('/api/auth/sign-up/email', { ...account, name: 'Mitu' })
  await pocket.post('/api/auth/sign-in/email', account)
  return { ...account, desk: await desk.calls(account.email), pocket: await pocket.calls(account.email) }
}

test('a user sees where they are signed in, this device first and without any token', async () => {
  const { desk, pocket } = await onTwoDevices()
  const answer = await desk()
  expect(await answer.clone().json()).toEqual([
    { _id: expect.any(String), current: true, name: 'Firefox on Linux', address: '203.0.113.7', ...times() },
    { _id: expect.any(String), current: false, name: 'Chrome on Android', address: '198.51.100.9', ...times() },
  ])
  const [first, second] = await listed(pocket())
  expect([first?.current, first?.name, second?.current]).toEqual([true, 'Chrome on Android', false])
  const { headers } = answer
  expect(headers.get('cache-control')).toContain('no-store')
})

const times = () => ({ signedInAt: expect.stringMatching(/Z$/), usedAt: expect.stringMatching(/Z$/) })

test('a signed-out device loses access, the others keep it, and the log names the device', async () => {
  const { email, desk, pocket } = await onTwoDevices()
  const other = (await listed(desk())).find(({ current }) => !current)
  const entries = await recordedBy(shop.db, async () =>
    expect((await desk(`/${other?._id}`, 'DELETE')).status).toBe(204),
  )
  expect(entries).toMatchObject([
    {
      action: 'account.device-ended',
      actorEmail: email,
      before: { device: 'Chrome on Android', address: '198.51.100.9' },
    },
  ])
  expect((await pocket()).status).toBe(401)
  expect(await listed(desk())).toHaveLength(1)
  expect((await desk(`/${other?._id}`, 'DELETE')).status).toBe(404)
})

test('nobody can end somebody else’s session, or their own once signed out', async () => {
  const [{ desk }, another] = [await onTwoDevices(), await onTwoDevices()]
  const [theirs] = await listed(another.desk())
  expect((await desk(`/${theirs?._id}`, 'DELETE')).status).toBe(404)
  expect((await desk('/none', 'DELETE')).status).toBe(404)
  expect((await another.desk()).status).toBe(200)
  const [own] = await listed(desk())
  expect((await desk(`/${own?._id}`, 'DELETE')).status).toBe(204)
  expect((await desk(`/${own?._id}`, 'DELETE')).status).toBe(401)
})

test('the list leaves out expired sessions, shows the last used first and stops at fifty', async () => {
  const { email, desk } = await onTwoDevices()
  const { id = '' } = (await findUserByEmail(shop.db, email)) ?? {}
  const other = (await listed(desk())).find(({ current }) => !current)
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  await shop.db
    .update(sessions)
    .set({ expiresAt: hours(-1) })
    .where(eq(sessions.id, other?._id ?? ''))
  expect(await listed(desk())).toHaveLength(1)

  const session = (n: number) => ({ userId: id, token: `${id} ${n}`, expiresAt: hours(1), updatedAt: hours(-n) })
  await shop.db.insert(sessions).values(Array.from({ length: 60 }, (_, n) => session(60 - n)))
  const all = await listed(desk())
  expect(all).toHaveLength(50)
  const used = all.slice(1).map(({ usedAt }) => usedAt)
  expect(used).toEqual(used.toSorted().toReversed())
})

test('every device gets a name, whatever its user agent says', () => {
  const edge = `${phone.replace('Linux; Android 15; Pixel 9', 'Windows NT 10.0; Win64; x64')} Edg/143.0.0.0`
  const names = [null, '', 'curl/8.5', '<script>', 'x'.repeat(256), edge].map(deviceName)
  expect(names).toEqual(['A browser', 'A browser', 'A browser', 'A browser', 'A browser', 'Microsoft Edge on Windows'])
})
