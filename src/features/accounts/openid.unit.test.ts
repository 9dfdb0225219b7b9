import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createOpenIdClient, IssuerUnavailable } from './openid.ts'

const issuer = 'https://issuer.example'
const clientId = 'our-client'
const clientSecret = 'a secret that only the issuer and we know'
const nonce = 'the nonce of this visit'

const { privateKey, publicKey } = await generateKeyPair('RS256')
const other = await generateKeyPair('RS256')
const document = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
}

/** What the issuer answers, by path; a missing one cannot be reached. */
let answers: Record<string, () => Response | Promise<Response>>
let asked: Request[]
beforeEach(() => {
  asked = []
  answers = {
    '/.well-known/openid-configuration': () => Response.json(document),
    '/keys': async () => Response.json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }] }),
  }
})

const client = (from = issuer) =>
  createOpenIdClient({
    clientId,
    clientSecret,
    discoveryUrl: `${from}/.well-known/openid-configuration`,
    fetch: async (request) => {
      asked.push(request)
      const answer = answers[new URL(request.url).pathname]
      if (!answer) throw new TypeError('fetch failed')
      return answer()
    },
  })

const good: JWTPayload = { sub: '1', email: 'Nusrat@Example.com', email_verified: true, name: 'Nusrat', nonce }

const idToken = (
  claims: JWTPayload = {},
  { key = privateKey, from = issuer, to = clientId as string | string[], ends = '5m', made = '0s' } = {},
) =>
  new SignJWT({ ...good, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(from)
    .setAudience(to)
    .setIssuedAt(made)
    .setExpirationTime(ends)
    .sign(key)

describe('an ID token', () => {
  it('identifies the user when everything about it is right', async () => {
    expect(await client().verifyToken(await idToken(), nonce)).toEqual({
      sub: '1',
      email: 'nusrat@example.com',
      emailVerified: true,
      name: 'Nusrat',
    })
  })

  it('takes a missing name from the e-mail, and leaves an e-mail not said to be verified unverified', async () => {
    const token = await idToken({ name: ' ', email_verified: undefined })
    expect(await client().verifyToken(token, nonce)).toMatchObject({ name: 'Nusrat', emailVerified: false })
  })

  it('gives a readable name on one line, of at most 80 characters', async () => {
    const nameOf = async (name: string) => (await client().verifyToken(await idToken({ name }), nonce)).name
    expect(await nameOf('\u202eNus\nrat\u0000')).toBe('Nus rat')
    expect(await nameOf('\u200b\n')).toBe('Nusrat')
    expect(await nameOf('x'.repeat(81))).toBe('x'.repeat(80))
    expect(await nameOf(`${'x'.repeat(79)}👩`)).toBe('x'.repeat(79))
    const token = await idToken({ name: '', email: `${'x'.repeat(81)}@example.com` })
    expect(await client().verifyToken(token, nonce)).toMatchObject({ name: 'x'.repeat(80) })
  })

  it('with several audiences must name this client as the authorised party', async () => {
    const audience = { to: [clientId, 'another-client'] }
    expect(await client().verifyToken(await idToken({ azp: clientId }, audience), nonce)).toMatchObject({ sub: '1' })
    expect(await client().verifyToken(await idToken({}, { to: [clientId] }), nonce)).toMatchObject({ sub: '1' })
    await expect(client().verifyToken(await idToken({}, audience), nonce)).rejects.toThrow('another client')
    await expect(client().verifyToken(await idToken({ azp: 'another-client' }), nonce)).rejects.toThrow(
      'another client',
    )
  })

  it('is accepted when the clocks differ by less than a minute', async () => {
    expect(await client().verifyToken(await idToken({}, { ends: '-50s' }), nonce)).toMatchObject({ sub: '1' })
  })

  it('may name Google as its issuer without https://', async () => {
    const google = 'https://accounts.google.com'
    const unlike = await idToken({}, { from: 'issuer.example' })
    await expect(client().verifyToken(unlike, nonce)).rejects.toThrow('"iss"')
    answers['/.well-known/openid-configuration'] = () => Response.json({ ...document, issuer: google })
    const asking = client(google)
    for (const from of [google, 'accounts.google.com'])
      expect(await asking.verifyToken(await idToken({}, { from }), nonce)).toMatchObject({ sub: '1' })
  })

  it.each<[string, RegExp, () => Promise<string> | string]>([
    ['made twelve minutes ago', /"iat"/, () => idToken({}, { made: '12m ago' })],
    ['from another issuer', /"iss"/, () => idToken({}, { from: 'https://evil.example' })],
    ['that names Google as its issuer', /"iss"/, () => idToken({}, { from: 'accounts.google.com' })],
    ['for another client', /"aud"/, () => idToken({}, { to: 'another-client' })],
    ['signed with another key', /signature verification failed/, () => idToken({}, { key: other.privateKey })],
    ['that has expired', /"exp"/, () => idToken({}, { ends: '-2m' })],
    ['for another visit', /another sign-in/, () => idToken({ nonce: 'another nonce' })],
    ['without a nonce', /"nonce"/, () => idToken({ nonce: undefined })],
    ['without an e-mail', /"email"/, () => idToken({ email: undefined })],
    ['with an invalid e-mail', /email/, () => idToken({ email: 'nobody' })],
    [
      'without a signature',
      /"alg"/,
      () =>
        new UnsecuredJWT(good).setIssuer(issuer).setAudience(clientId).setIssuedAt().setExpirationTime('5m').encode(),
    ],
    [
      'signed with the client secret',
      /"alg"/,
      () =>
        new SignJWT(good)
          .setProtectedHeader({ alg: 'HS256', kid: 'one' })
          .setIssuer(issuer)
          .setAudience(clientId)
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign(new TextEncoder().encode(clientSecret)),
    ],
    ['whose claims were changed', /signature verification failed/, async () => changed(await idToken())],
  ])('%s is refused', async (_what, why, token) => {
    await expect(client().verifyToken(await token(), nonce)).rejects.toThrow(why)
  })
})

function changed(token: string): string {
  const [header, payload = '', signature] = token.split('.')
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...(claims as object), email: 'admin@example.com' })).toString(
    'base64url',
  )
  return [header, forged, signature].join('.')
}

describe('the issuer', () => {
  const grant = { code: 'code', codeVerifier: 'verifier', redirectUri: 'https://shop.example/callback' }

  it('is asked for its endpoints once', async () => {
    const asking = client()
    expect(await asking.authorizationEndpoint()).toBe(`${issuer}/auth`)
    await asking.authorizationEndpoint()
    expect(asked).toHaveLength(1)
  })

  it('is asked again after an hour, when it may have moved', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const asking = client()
    await asking.authorizationEndpoint()
    vi.setSystemTime(Date.now() + 3_599_999)
    await asking.authorizationEndpoint()
    expect(asked).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1)
    await asking.authorizationEndpoint()
    expect(asked).toHaveLength(2)
    vi.useRealTimers()
  })

  it('is asked with a timeout and without following redirects', async () => {
    await client().authorizationEndpoint()
    expect(asked[0]).toMatchObject({ redirect: 'error', method: 'GET' })
    expect(asked[0]?.signal).toBeInstanceOf(AbortSignal)
  })

  it('is asked again on the next try when it was down', async () => {
    const asking = client()
    const up = answers
    answers = {}
    await expect(asking.authorizationEndpoint()).rejects.toThrow(IssuerUnavailable)
    answers = up
    expect(await asking.authorizationEndpoint()).toBe(`${issuer}/auth`)
  })

  it.each<[string, () => Response]>([
    ['is not the configured one', () => Response.json({ ...document, issuer: 'https://evil.example' })],
    ['answers with an error', () => Response.json(document, { status: 500 })],
    ['answers with something else', () => new Response('<html>')],
  ])('is not believed when it %s', async (_what, answer) => {
    answers['/.well-known/openid-configuration'] = answer
    await expect(client().authorizationEndpoint()).rejects.toThrow(IssuerUnavailable)
  })

  it('receives the code with the verifier and our secret', async () => {
    answers['/token'] = () => Response.json({ id_token: 'the token' })
    expect(await client().redeem(grant)).toBe('the token')
    expect(Object.fromEntries(new URLSearchParams(await asked.at(-1)?.text()))).toEqual({
      grant_type: 'authorization_code',
      code: 'code',
      code_verifier: 'verifier',
      redirect_uri: 'https://shop.example/callback',
      client_id: clientId,
      client_secret: clientSecret,
    })
  })

  it('causes an error when it refuses the code', async () => {
    answers['/token'] = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
    await expect(client().redeem(grant)).rejects.toThrow('invalid_grant')
  })
})
