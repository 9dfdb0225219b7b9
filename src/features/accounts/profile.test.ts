import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#testing/browser.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

let made = 0
async function signUp() {
  made += 1
  const email = `karim${made}@example.com`
  const browser = openBrowser(shop.app, shop.config.publicUrl)
  await browser.post('/api/auth/sign-up/email', { name: 'Karim', email, password: 'first-secret' })
  return { email, browser }
}
type Customer = Awaited<ReturnType<typeof signUp>>

async function profile({ email, browser }: Customer) {
  const answer = await shop.app.request('/api/profile', {
    headers: { authorization: `Bearer ${await browser.accessToken(email)}` },
  })
  return answer.json()
}

/** The link in the newest message to the customer. */
function linkTo({ email }: Customer): URL {
  return new URL(shop.mails.findLast(({ to }) => to === email)?.action?.url ?? 'missing:')
}

/** The request made by the page of that link. */
const follow = ({ hash }: URL) => shop.app.request(`/api/auth/verify-email?${hash.slice(1)}`)

test('signing up sends a verification link but does not wait for it to sign in', async () => {
  const customer = await signUp()
  expect(await profile(customer)).toEqual({
    name: 'Karim',
    email: customer.email,
    emailVerified: false,
    hasPassword: true,
    hasGoogle: false,
    hasCodes: false,
  })
  const link = linkTo(customer)
  expect(link.origin + link.pathname).toBe(`${shop.config.publicUrl}/verifyemail`)
  const { iat = 0, exp = 0 } = decodeJwt(new URLSearchParams(link.hash.slice(1)).get('token') ?? '')
  expect(exp - iat).toBe(24 * 3600)
  expect((await follow(link)).status).toBe(200)
  expect(await profile(customer)).toMatchObject({ emailVerified: true })
})

test('the message is sent again to its owner only, and not once the e-mail is verified', async () => {
  const customer = await signUp()
  const other = await signUp()
  const ask = (who: Customer, email: string) => who.browser.post('/api/auth/send-verification-email', { email })
  const before = shop.mails.length
  expect((await ask(other, customer.email)).status).toBe(400)
  expect(shop.mails).toHaveLength(before)
  expect((await ask(customer, customer.email)).status).toBe(200)
  expect(shop.mails).toHaveLength(before + 1)
  await follow(linkTo(customer))
  expect((await ask(customer, customer.email)).status).toBe(400)
})

test('a forged or expired link verifies nothing', async () => {
  const customer = await signUp()
  const sign = (secret: string, ends: string) =>
    new SignJWT({ email: customer.email })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime(ends)
      .sign(new TextEncoder().encode(secret))
  const tokens = [await sign('somebody else’s secret', '1h'), await sign(shop.config.authSecret, '-1s'), 'nonsense']
  for (const token of tokens) {
    const answer = await shop.app.request(`/api/auth/verify-email?token=${token}`)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({
      detail: 'This link has already been used or has expired. Ask for a new one.',
    })
  }
  expect(await profile(customer)).toMatchObject({ emailVerified: false })
})

test('the name is changed, and nothing else with it', async () => {
  const customer = await signUp()
  expect((await customer.browser.post('/api/auth/update-user', { name: '  Abdul Karim ' })).status).toBe(200)
  expect(await profile(customer)).toMatchObject({ name: 'Abdul Karim' })
  for (const name of [' ', 'Karim\nRahman', '\u202eKarim', 'x'.repeat(81)]) {
    expect((await customer.browser.post('/api/auth/update-user', { name })).status, name).toBe(422)
  }
  for (const more of [
    { role: 'admin' },
    { email: 'other@example.com' },
    { emailVerified: true },
    { tokenGeneration: 9 },
  ]) {
    expect((await customer.browser.post('/api/auth/update-user', { name: 'Karim', ...more })).status).toBe(422)
  }
})
