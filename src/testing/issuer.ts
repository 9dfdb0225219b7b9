import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import type { OpenIdSettings } from '#features/accounts/openid.ts'

/** An OpenID Connect issuer that makes whatever claims about a visitor a test wants. */
export async function createTestIssuer() {
  const issuer = 'https://issuer.example'
  const clientId = 'our-client'
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  let claims: JWTPayload = {}

  const idToken = () =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
  const answers: Record<string, () => Promise<object>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    }),
    '/keys': async () => ({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }] }),
    '/token': async () => ({ id_token: await idToken() }),
  }
  const settings: OpenIdSettings = {
    clientId,
    clientSecret: 'a secret',
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    fetch: async (request) => Response.json(await answers[new URL(request.url).pathname]?.()),
  }

  return {
    settings,
    /** Authenticates the visitor at this authorization URL. @returns the path by which the browser returns. */
    vouch(address: string, said: JWTPayload): string {
      const asked = new URL(address).searchParams
      claims = { nonce: asked.get('nonce'), ...said }
      return `/api/auth/callback/google?${new URLSearchParams({ code: 'code', state: asked.get('state') ?? '' })}`
    },
  }
}
