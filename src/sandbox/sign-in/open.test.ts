import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOpenIdClient } from '#features/accounts/openid.ts'
import type { Engine } from '#platform/db/database.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { openBrowser } from '#testing/browser.ts'
import { testLog } from '#testing/log.ts'
import { openSignInSandbox } from './open.ts'

const publicUrl = 'http://localhost:3000'
const redirectUri = `${publicUrl}/api/auth/callback/google`

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

test('a sign-in continues in whichever process takes the next request', async () => {
  const open = () =>
    openSignInSandbox({ db: engine.db, publicUrl, secret: 'one secret for every process', log: testLog })
  const [one, two] = [open(), open()]
  let turn = 0
  const fetch = (request: Request) => (turn++ % 2 ? one : two).fetch(request)
  const browser = openBrowser({ request: (url, init) => fetch(new Request(url, init)) }, publicUrl)
  const client = createOpenIdClient({ ...one.client, fetch })

  const codeVerifier = randomBytes(32).toString('base64url')
  const url = new URL(await client.authorizationEndpoint())
  url.search = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'the state',
    nonce: 'the nonce',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  }).toString()
  const chosen = await browser.get(url.href)
  const resume = await browser.submit(chosen.headers.get('location') ?? '', { email: 'a@example.com', name: 'Ayesha' })
  const callback = new URL((await browser.get(resume.headers.get('location') ?? '')).headers.get('location') ?? '')
  expect(callback.searchParams.get('state')).toBe('the state')

  const code = callback.searchParams.get('code') ?? ''
  const idToken = await client.redeem({ code, codeVerifier, redirectUri })
  expect(await client.verifyToken(idToken, 'the nonce')).toMatchObject({ email: 'a@example.com', name: 'Ayesha' })
  await expect(client.redeem({ code, codeVerifier, redirectUri })).rejects.toThrow('invalid_grant')
  await Promise.all([one.stop(), two.stop()])
})
