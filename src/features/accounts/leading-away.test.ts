import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '#testing/browser.ts'
import { createTestIssuer } from '#testing/issuer.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

const issuer = await createTestIssuer()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ google: issuer.settings })
})
afterAll(() => shop.close())

const browser = () => openBrowser(shop.app, shop.config.publicUrl)

/** Spellings of another host, some of which only become one when a browser reads them. */
const elsewhere = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
]

/** The host that a browser goes to from this site. */
const hostOf = (location: string | null) => new URL(location ?? '/', shop.config.publicUrl).host

describe.each(elsewhere)('%j as the target of a redirect', (goal) => {
  const asked = encodeURIComponent(goal)

  test.each([
    '/verify-email?token=x',
    '/callback/google?state=x&error=access_denied',
    '/callback/google?state=x&code=y',
    '/get-session?a=b',
  ])('%s does not lead to another host', async (address) => {
    const answer = await browser().get(
      `/api/auth${address}&callbackURL=${asked}&errorCallbackURL=${asked}&newUserCallbackURL=${asked}&redirectTo=${asked}`,
    )
    expect(hostOf(answer.headers.get('location'))).toBe(hostOf('/'))
  })

  test('is refused when starting the sign-in with Google', async () => {
    const goals = { provider: 'google', callbackURL: '/tools', errorCallbackURL: '/login' }
    for (const name of ['callbackURL', 'errorCallbackURL']) {
      expect((await browser().post('/api/auth/sign-in/social', { ...goals, [name]: goal })).status).toBe(422)
    }
  })
})
