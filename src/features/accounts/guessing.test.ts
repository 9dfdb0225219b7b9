import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountMessages } from '#content/account.ts'
import { openBrowser, type TestBrowser } from '#testing/browser.ts'
import { createTestIssuer } from '#testing/issuer.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { limitTry } from './limits.ts'

const issuer = await createTestIssuer()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ google: issuer.settings })
})
afterAll(() => shop.close())

const password = 'first-secret'
const cookieName = 'wattwork.device'
let made = 0

/** A browser at a network address. */
function browserAt(address: string) {
  const request = (input: string, init?: RequestInit) =>
    shop.app.request(input, init, { incoming: { socket: { remoteAddress: address } } })
  return openBrowser({ request }, shop.config.publicUrl)
}

/** An account, and the browser in which it was made, at the office of its owner. */
async function signUp() {
  made += 1
  const email = `owner${made}@example.com`
  const device = browserAt('198.51.100.1')
  await device.post('/api/auth/sign-up/email', { name: 'Owner', email, password })
  return { email, device }
}

const logIn = (who: TestBrowser, email: string, tried = password) =>
  who.post('/api/auth/sign-in/email', { email, password: tried })
/** Sets a new password by a mailed link. */
async function reset(who: TestBrowser, email: string, newPassword: string): Promise<Response> {
  await who.post('/api/auth/request-password-reset', { email })
  const { hash } = new URL(shop.mails.findLast(({ to }) => to === email)?.action?.url ?? 'missing:')
  const token = new URLSearchParams(hash.slice(1)).get('token')
  return who.post('/api/auth/reset-password', { token, newPassword })
}
/** The name under which the account knows the browser, if it does. */
const nameOf = async (who: TestBrowser, email: string) =>
  (await shop.shop.devices.before(email, new Headers({ cookie: `${cookieName}=${who.cookies.get(cookieName)}` }))).known
const statusOf = async (answer: Promise<Response>) => (await answer).status

/** Counts wrong guesses as the route does, without the work of checking each password. */
const guess = async (address: string, email: string, times: number, device?: string) => {
  for (let n = 0; n < times; n++) await limitTry(shop.shop.limiter, { route: '/sign-in/email', address, email, device })
}

/** Uses up, from five places, all tries that strangers have at the account. */
async function siege(email: string): Promise<void> {
  for (let place = 1; place <= 5; place++) await guess(`203.0.113.${place}`, email, 10)
}

describe('a stranger who guesses', () => {
  test('is stopped after ten guesses and locks out nobody else', async () => {
    const { email } = await signUp()
    const stranger = browserAt('203.0.113.9')
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push(await statusOf(logIn(stranger, email, `guess-${n}`)))
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    const late = await logIn(stranger, email)
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBe(3600)
    expect(await statusOf(logIn(browserAt('198.51.100.2'), email))).toBe(200)
    expect(await statusOf(logIn(browserAt('203.0.113.9'), email))).toBe(429)
    shop.clock.advance({ seconds: 3600 })
    expect(await statusOf(logIn(stranger, email))).toBe(200)
  })

  test('does not get ten more from a new address in the same network', async () => {
    const { email } = await signUp()
    await guess('2001:db8:0:1::1', email, 10)
    expect(await statusOf(logIn(browserAt('2001:db8:0:1:ffff::2'), email))).toBe(429)
  })

  test('does not lock out the owner’s device, even from the same network', async () => {
    const { email, device } = await signUp()
    await guess('198.51.100.1', email, 10)
    expect(await statusOf(logIn(browserAt('198.51.100.1'), email))).toBe(429)
    expect(await statusOf(logIn(device, email))).toBe(200)
  })
})

describe('strangers who guess together from many places', () => {
  test('are stopped, and a new device is told what to do', async () => {
    const { email } = await signUp()
    await siege(email)
    const answer = await logIn(browserAt('198.51.100.3'), email)
    expect(answer.status).toBe(429)
    expect(await answer.json()).toMatchObject({ detail: accountMessages.manyGuesses })
    shop.clock.advance({ seconds: 3601 })
    expect(await statusOf(logIn(browserAt('198.51.100.3'), email))).toBe(200)
  })

  test('lock out neither a known device nor somebody with a mailed link', async () => {
    const { email, device } = await signUp()
    await siege(email)
    expect(await statusOf(logIn(device, email))).toBe(200)

    const abroad = browserAt('192.0.2.1')
    expect(await statusOf(logIn(abroad, email))).toBe(429)
    expect(await statusOf(reset(abroad, email, 'second-secret'))).toBe(200)
    expect(await statusOf(logIn(abroad, email, 'second-secret'))).toBe(200)
    expect(await statusOf(logIn(browserAt('192.0.2.2'), email, 'second-secret'))).toBe(429)
  })
})

describe('a device that signed in before', () => {
  test('has ten guesses of its own, restored by the right password', async () => {
    const { email, device } = await signUp()
    const before = await nameOf(device, email)
    expect(before).toBeDefined()
    await guess('198.51.100.1', email, 9, before)
    expect(await statusOf(logIn(device, email, 'not-this'))).toBe(401)
    expect(await statusOf(logIn(device, email))).toBe(429)
    shop.clock.advance({ seconds: 900 })
    await guess('198.51.100.1', email, 9, before)
    expect(await statusOf(logIn(device, email))).toBe(200)
    // All ten tries are there again.
    await guess('198.51.100.1', email, 10, before)
  })

  test('keeps its name, so signing in again gives it no more guesses', async () => {
    const { email, device } = await signUp()
    const before = await nameOf(device, email)
    expect(await statusOf(logIn(device, email))).toBe(200)
    expect(await nameOf(device, email)).toBe(before)
    expect(await statusOf(logIn(browserAt('198.51.100.1'), email))).toBe(200)
    expect(await nameOf(device, email)).toBe(before)
  })

  test('becomes a stranger when another browser sets a new password, which stays known', async () => {
    const { email, device } = await signUp()
    const other = browserAt('198.51.100.4')
    await logIn(other, email)
    const change = { currentPassword: password, newPassword: 'second-secret' }
    expect(await statusOf(other.post('/api/auth/change-password', change))).toBe(200)
    expect(await nameOf(device, email)).toBeUndefined()
    expect(await nameOf(other, email)).toBeDefined()
    expect(await statusOf(reset(device, email, 'third-secret'))).toBe(200)
    expect(await nameOf(other, email)).toBeUndefined()
    expect(await nameOf(device, email)).toBeDefined()
  })

  test('is a stranger when a reset overtakes its sign-in with the old password', async () => {
    const { email, device } = await signUp()
    const { auth } = shop.shop
    const { handler } = auth
    vi.spyOn(auth, 'handler').mockImplementationOnce(async (request) => {
      const answer = await handler(request)
      await reset(device, email, 'second-secret')
      return answer
    })
    const former = browserAt('203.0.113.30')
    expect(await statusOf(logIn(former, email))).toBe(409)
    expect(former.cookies.has(cookieName)).toBe(false)
    expect(await nameOf(former, email)).toBeUndefined()
    expect(await nameOf(device, email)).toBeDefined()
  })

  test('is remembered after a successful sign-in with Google, and not after a failed one', async () => {
    const goals = { provider: 'google', callbackURL: '/tools', errorCallbackURL: '/login' }
    const comeBack = async (emailVerified: boolean) => {
      const who = browserAt('198.51.100.5')
      const { url } = await (await who.post('/api/auth/sign-in/social', goals)).json()
      const claims = { sub: 'farida', email: 'farida@example.com', email_verified: emailVerified }
      await who.get(issuer.vouch(url, claims))
      return who.cookies.has(cookieName)
    }
    expect(await comeBack(false)).toBe(false)
    expect(await comeBack(true)).toBe(true)
  })

  test('is not remembered after a wrong password', async () => {
    const { email } = await signUp()
    const stranger = browserAt('203.0.113.20')
    expect(await statusOf(logIn(stranger, email, 'not-this'))).toBe(401)
    expect(stranger.cookies.has(cookieName)).toBe(false)
  })
})

describe('somebody who once knew the password', () => {
  test('cannot lock the owner out once the password has changed', async () => {
    const { email, device } = await signUp()
    const former = [browserAt('203.0.113.40'), browserAt('203.0.113.40')]
    for (const browser of former) expect(await statusOf(logIn(browser, email))).toBe(200)
    const [one, two] = await Promise.all(former.map((browser) => nameOf(browser, email)))
    expect(one).not.toBe(two)
    for (let n = 0; n < 60; n++) {
      const tried = { route: '/sign-in/email', address: '203.0.113.40', email, device: n % 2 ? one : two }
      await (
        await limitTry(shop.shop.limiter, tried)
      )()
    }
    // The tries of all known devices are used up: the owner's is let through like a stranger's, while strangers have tries left.
    expect(await statusOf(logIn(device, email))).toBe(200)
    await siege(email).catch(() => undefined)
    expect(await statusOf(logIn(device, email))).toBe(429)

    expect(await statusOf(reset(device, email, 'second-secret'))).toBe(200)
    for (const browser of former) {
      expect(await nameOf(browser, email)).toBeUndefined()
      expect(await statusOf(logIn(browser, email))).toBe(429)
    }
    expect(await statusOf(logIn(device, email, 'second-secret'))).toBe(200)
  })
})
