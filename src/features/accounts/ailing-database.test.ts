import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAiling } from '#testing/ailing.ts'
import { browserAt, logIn, password } from '#testing/codes.ts'
import { askToLogIn, withPasskey } from '#testing/passkeys.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

const during = openAiling()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

type Account = Awaited<ReturnType<typeof withPasskey>>
/** Prepares a call, and returns it to be made while the database ails. */
type Act = (account: Account, n: number) => Promise<() => Promise<Response>>

const posting =
  (path: string, body: unknown): Act =>
  ({ browser }) =>
    Promise.resolve(() => browser.post(`/api/auth${path}`, body))

const signUp: Act = async (_account, n) => {
  const body = { name: 'New', email: `new${n}@example.com`, password }
  return () => browserAt(shop, `203.0.113.${n}`).post('/api/auth/sign-up/email', body)
}
const signIn: Act = async ({ email }) => {
  const elsewhere = browserAt(shop)
  return () => logIn(elsewhere, email)
}
const whoIsSignedIn: Act = async ({ browser }) => {
  return () => browser.get('/api/auth/get-session')
}
const forgetPassword: Act = async ({ browser, email }) => {
  return () => browser.post('/api/auth/request-password-reset', { email })
}
const showPasskey: Act = async ({ elsewhere }) => {
  const { browser, device } = elsewhere()
  const response = device.get(await askToLogIn(browser))
  return () => browser.post('/api/auth/passkey/verify-authentication', { response })
}

// Any other answer would be taken as true: that the password is wrong, that it was changed elsewhere, or that nobody is signed in.
test.each([
  ['signing up', signUp],
  ['logging in', signIn],
  ['asking who is signed in', whoIsSignedIn],
  ['forgetting a password', forgetPassword],
  ['changing a name', posting('/update-user', { name: 'Another' })],
  ['signing out everywhere', posting('/revoke-sessions', {})],
  ['logging in with a passkey', showPasskey],
])('%s either succeeds or answers 503 when a database connection drops, at whichever statement', async (_what, act) => {
  const account = await withPasskey(shop)
  let hits = 0
  for (let n = 0; ; n += 1) {
    const call = await act(account, n)
    const { answer, wasHit } = await during(n, call)
    // The account has used up its tries.
    if (answer.status === 429) break
    expect([n, wasHit && answer.status === 503, await answer.text()]).toEqual([
      n,
      answer.status >= 400,
      expect.anything(),
    ])
    if (!wasHit) break
    hits += 1
  }
  expect(hits).toBeGreaterThan(1)
})
