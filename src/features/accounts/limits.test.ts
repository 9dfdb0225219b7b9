import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRateLimiter, type RateLimiter } from '#platform/http/limit.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createTestClock } from '#testing/clock.ts'
import { authRoutes } from './auth-routes.ts'
import { forgetDevices, limitTry, type Try } from './limits.ts'

let engine: Awaited<ReturnType<typeof openTestDatabase>>
let limiter: RateLimiter
const clock = createTestClock()
beforeAll(async () => {
  engine = await openTestDatabase()
  limiter = createRateLimiter(engine.db, clock, 'Later.')
})
afterAll(() => engine.close())
beforeEach(() => clock.advance({ hours: 2 }))

const email = 'nusrat@example.com'
const use = (changes: Partial<Try>): Try => ({
  route: '/sign-in/email',
  address: '203.0.113.1',
  email: undefined,
  device: undefined,
  ...changes,
})

/** The status of the refusal; undefined when there is none. */
const refusal = (tried: Promise<unknown>) =>
  tried.then(
    () => undefined,
    (error: { status: number }) => error.status,
  )

/** How many tries are let through before one is refused; `tryOf` can make each one different. */
async function letThrough(tryOf: (n: number) => Try): Promise<number> {
  for (let n = 0; n < 200; n++) {
    const refused = await refusal(limitTry(limiter, tryOf(n)))
    if (refused !== undefined) {
      expect(refused).toBe(429)
      return n
    }
  }
  return Infinity
}

/** A try with the right password. @throws Failure 'too-many'. */
const succeed = async (tried: Try): Promise<void> => (await limitTry(limiter, tried))()

const unlimited = new Set(['/get-session', '/jwks', '/sign-out', '/revoke-sessions'])
const limited = Object.keys(authRoutes).filter((route) => !unlimited.has(route))
const mailing = ['/request-password-reset', '/send-verification-email']

describe.each(limited)('%s', (route) => {
  const most = mailing.includes(route) ? 20 : 60
  const window = mailing.includes(route) ? 3600 : 600

  test('is limited per address across all accounts, until the window is over', async () => {
    const tryOf = (n: number) => use({ route, email: `someone${n}@example.com` })
    expect(await letThrough(tryOf)).toBe(most)
    await limitTry(limiter, use({ route, address: '203.0.113.2', email: 'new@example.com' }))
    clock.advance({ seconds: window - 1 })
    await expect(limitTry(limiter, tryOf(999))).rejects.toMatchObject({ status: 429, extra: { retryAfter: 1 } })
    clock.advance({ seconds: 1 })
    expect(await letThrough(tryOf)).toBe(most)
  })
})

test('an IPv6 site counts as at most five visitors, however many networks it has', async () => {
  const ofSite = (site: string) => (n: number) =>
    use({ route: '/request-password-reset', email: `someone${n}@example.com`, address: `2001:db8:${site}:${n}::1` })
  expect(await letThrough(ofSite('1'))).toBe(100)
  await limitTry(limiter, ofSite('2')(0))
})

const fromEverywhere = (route: string) => (n: number) => use({ route, email, address: `203.0.113.${n}` })

test.each([
  ['/request-password-reset', 5, 3600],
  ['/send-verification-email', 5, 3600],
  ['/sign-up/email', 10, 3600],
  ['/change-password', 10, 900],
  ['/sign-in/email', 50, 3600],
])('%s allows %d tries in %d seconds for one account, from any address', async (route, most, window) => {
  expect(await letThrough(fromEverywhere(route))).toBe(most)
  await limitTry(limiter, use({ route, email: 'another@example.com', address: '203.0.113.250' }))
  clock.advance({ seconds: window - 1 })
  await expect(limitTry(limiter, fromEverywhere(route)(251))).rejects.toMatchObject({ status: 429 })
  clock.advance({ seconds: 1 })
  expect(await letThrough(fromEverywhere(route))).toBe(most)
})

test.each([
  ['/sign-up/email', 10],
  ['/request-password-reset', 5],
])('%s sends %d messages an hour to one mailbox, whatever label follows the plus', async (route, most) => {
  const labelled = (n: number) => use({ route, email: `nusrat+${n}@example.com`, address: `203.0.113.${n}` })
  expect(await letThrough(labelled)).toBe(most)
  await limitTry(limiter, use({ route, email: 'nusrat@example.org', address: '203.0.113.250' }))
})

test.each([
  ['gmail.com', 'gmail.com', 5],
  ['gmail.com', 'googlemail.com', 5],
  ['example.com', 'example.com', Infinity],
])('dots in a name at %s and %s: %d messages before one is refused', async (one, other, most) => {
  const dotted = (n: number) => {
    const name = Array.from('nusratjahan', (letter, at) => (n & (1 << at) ? `${letter}.` : letter)).join('')
    const spelt = `${name}@${n % 2 ? one : other}`
    return use({ route: '/request-password-reset', email: spelt, address: `203.0.113.${n}` })
  }
  expect(await letThrough(dotted)).toBe(most)
  await limitTry(limiter, use({ route: '/request-password-reset', email: 'rahim@gmail.com', address: '203.0.113.250' }))
})

test('one address has ten tries at an account per hour, and further ones do not count against the account', async () => {
  expect(await letThrough(() => use({ email }))).toBe(10)
  for (let n = 0; n < 45; n++) await limitTry(limiter, use({ email })).catch(() => undefined)
  expect(await letThrough((n) => use({ email, address: `198.51.100.${n}` }))).toBe(40)
})

test('a known device has ten tries per quarter of an hour, and they count against nobody else', async () => {
  const known = use({ email, device: 'laptop' })
  expect(await letThrough(() => known)).toBe(10)
  await limitTry(limiter, use({ email, device: 'phone' }))
  expect(await letThrough(() => use({ email }))).toBe(10)
  clock.advance({ seconds: 900 })
  expect(await letThrough(() => known)).toBe(10)
})

test('a known device sends no more mail than any other', async () => {
  const known = () => use({ route: '/request-password-reset', email, device: 'laptop', address: '203.0.113.78' })
  expect(await letThrough(known)).toBe(5)
})

test('successful sign-ups are not taken off the count', async () => {
  const signUp = use({ route: '/sign-up/email', email, address: '203.0.113.79' })
  for (let n = 0; n < 10; n++) await succeed(signUp)
  await expect(limitTry(limiter, signUp)).rejects.toMatchObject({ status: 429 })
})

describe('known devices together', () => {
  /** Counts right passwords from known devices until one is refused. */
  const signIns = async (address: (n: number) => string): Promise<number> => {
    let n = 0
    while (n < 200 && !(await refusal(succeed(use({ email, device: `device${n % 7}`, address: address(n) }))))) n++
    return n
  }

  test('have sixty right passwords in ten minutes, and then count as strangers', async () => {
    expect(await signIns((n) => `203.0.113.${n}`)).toBe(60 + 50)
    clock.advance({ seconds: 600 })
    await succeed(use({ email, device: 'device1' }))
  })

  test('do not use up each other’s guesses, even as strangers', async () => {
    for (let n = 0; n < 60; n++) await succeed(use({ email, device: 'phone' }))
    const known = use({ email, device: 'laptop' })
    for (let n = 0; n < 9; n++) await limitTry(limiter, known)
    await succeed(known)
    expect(await letThrough(() => known)).toBe(10)
    // Nor did the phone's right passwords leave any count behind, for itself or for its address.
    expect(await letThrough(() => use({ email, device: 'phone', address: '203.0.113.2' }))).toBe(10)
  })

  test('do not lock out a device that knows the new password', async () => {
    await signIns((n) => `203.0.113.${n}`)
    await expect(limitTry(limiter, use({ email, device: 'laptop' }))).rejects.toMatchObject({ status: 429 })
    await forgetDevices(limiter, email)
    await succeed(use({ email, device: 'laptop' }))
  })

  test('are not refused for a database failure', async () => {
    const broken = {
      ...limiter,
      use: (...[limit, key]: Parameters<RateLimiter['use']>) =>
        limit.name.endsWith('devices') ? Promise.reject(new Error('no database')) : limiter.use(limit, key),
    }
    await expect(limitTry(broken, use({ email, device: 'laptop' }))).rejects.toThrow('no database')
  })
})

test.each([
  ['a stranger', use({ email }), 10],
  ['a known device', use({ email, device: 'laptop' }), 10],
  ['a user changing their password', use({ route: '/change-password', email }), 10],
])('%s gets all tries back after the right password', async (_who, caller, most) => {
  for (let n = 0; n < most - 1; n++) await limitTry(limiter, caller)
  await succeed(caller)
  expect(await letThrough(() => caller)).toBe(most)
})

test('limits per address, for all strangers together and for mail are not reset by success', async () => {
  for (let n = 0; n < 60; n++) await succeed(use({ email: `someone${n}@example.com` }))
  await expect(limitTry(limiter, use({ email: 'new@example.com' }))).rejects.toMatchObject({ status: 429 })

  for (let n = 0; n < 50; n++) await succeed(use({ email, address: `198.51.100.${n}` }))
  await expect(limitTry(limiter, use({ email, address: '198.51.100.251' }))).rejects.toMatchObject({ status: 429 })

  const mail = use({ route: '/request-password-reset', email, address: '203.0.113.77' })
  for (let n = 0; n < 5; n++) await succeed(mail)
  await expect(limitTry(limiter, mail)).rejects.toMatchObject({ status: 429 })
})

test('a call that names no account is counted by its address alone', async () => {
  expect(await letThrough(() => use({ route: '/sign-up/email' }))).toBe(60)
})

test('an unlimited route is not counted', async () => {
  expect(await letThrough(() => use({ route: '/get-session' }))).toBe(Infinity)
})
