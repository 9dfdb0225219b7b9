import { createRemoteJWKSet, customFetch, jwtVerify, type JWTPayload } from 'jose'
import { z } from 'zod'
import { boundedFetch } from '#platform/http/bounded-fetch.ts'
import { tracedFetch } from '#platform/http/traced-fetch.ts'
import { plainLine } from '#shared/text.ts'

export type OpenIdSettings = {
  clientId: string
  clientSecret: string
  /** The issuer's address, followed by /.well-known/openid-configuration. */
  discoveryUrl: string
  /** How the issuer is reached: over the network by default. */
  fetch?: (request: Request) => Promise<Response>
}

/** What the issuer vouches for. */
export type Identity = { sub: string; email: string; emailVerified: boolean; name: string }

export type OpenIdClient = ReturnType<typeof createOpenIdClient>

/** The issuer did not answer, or not as OpenID Connect requires. The next try may succeed. */
export class IssuerUnavailable extends Error {}

const wellKnown = '/.well-known/openid-configuration'
// mutant(number): only the clock tells
const patienceMs = 5000
/** Documents, keys and tokens of an issuer are some kilobytes. */
const mostBytes = 256 * 1024
const keepMs = 3_600_000
/** Signatures that only the issuer can make: neither a shared secret nor `none` is among them. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** An http or https address: the browser is sent to one of them, never to a script. */
const Address = z.url({ protocol: /^https?$/ })

const Discovery = z.object({
  issuer: z.url(),
  authorization_endpoint: Address,
  token_endpoint: Address,
  jwks_uri: Address,
})
type Endpoints = z.infer<typeof Discovery> & { keys: ReturnType<typeof createRemoteJWKSet> }

const Tokens = z.object({ id_token: z.string() })
const Claims = z.object({
  // ASCII only (OpenID Connect Core 1.0, 2): the database would take some different texts for equal.
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  email: z.email().max(254),
  email_verified: z.boolean().default(false),
  name: z.string().optional(),
})

/**
 * The client's side of OpenID Connect Core 1.0, authorization code flow. The issuer's endpoints are looked up
 * (Discovery 1.0) when first needed and again after an hour, so that a shop starts, and recovers, without it.
 */
export function createOpenIdClient({
  clientId,
  clientSecret,
  discoveryUrl,
  fetch: given = boundedFetch(patienceMs, mostBytes),
}: OpenIdSettings) {
  const reach = tracedFetch(given)
  const issuer = discoveryUrl.replace(wellKnown, '')
  let known: { endpoints: Endpoints; until: number } | undefined

  async function call(url: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patienceMs) })
    try {
      return await reach(request)
    } catch (cause) {
      throw new IssuerUnavailable(`${new URL(url).origin} cannot be reached`, { cause })
    }
  }

  async function endpoints(): Promise<Endpoints> {
    if (known && known.until > Date.now()) return known.endpoints
    const answer = await call(discoveryUrl)
    const found = Discovery.safeParse(await answer.json().catch(() => undefined))
    // Another issuer's document would send our secret and our users there (Discovery 1.0, section 4.3).
    if (!answer.ok || found.data?.issuer !== issuer)
      throw new IssuerUnavailable(`${discoveryUrl} is not the document of ${issuer}`)
    const keys = createRemoteJWKSet(new URL(found.data.jwks_uri), { [customFetch]: call })
    known = { endpoints: { ...found.data, keys }, until: Date.now() + keepMs }
    return known.endpoints
  }

  return {
    issuer,
    clientId,

    /** @throws IssuerUnavailable */
    authorizationEndpoint: async () => (await endpoints()).authorization_endpoint,

    /** Trades the code for an ID token, with the secret and the verifier of PKCE (RFC 7636). @throws when it is refused. */
    async redeem(grant: { code: string; codeVerifier: string; redirectUri: string }): Promise<string> {
      const { token_endpoint } = await endpoints()
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code: grant.code,
        code_verifier: grant.codeVerifier,
        redirect_uri: grant.redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
      })
      // mutant(object: { accept): JSON is all that an issuer answers here
      const answer = await call(token_endpoint, { method: 'POST', body, headers: { accept: 'application/json' } })
      if (!answer.ok)
        // mutant(without .slice(), number): how much of it the log has
        throw new Error(`the issuer refused the code: ${answer.status} ${(await answer.text()).slice(0, 200)}`)
      return Tokens.parse(await answer.json()).id_token
    },

    /**
     * The identity in an ID token, once everything that Core 1.0, section 3.1.3.7 requires is true: signature, issuer,
     * audience, time, and that it belongs to this very visit (`nonce`). @throws otherwise.
     */
    async verifyToken(idToken: string, nonce: string): Promise<Identity> {
      const { keys } = await endpoints()
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: issuersOf(issuer),
        audience: clientId,
        algorithms,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce', 'email'],
        maxTokenAge: '10m',
        clockTolerance: 60, // mutant(number): a second more
      })
      if (payload['nonce'] !== nonce) throw new Error('the ID token belongs to another sign-in')
      checkAuthorisedParty(payload, clientId)
      const { sub, email, email_verified: emailVerified, name } = Claims.parse(payload)
      return {
        sub,
        email: email.toLowerCase(),
        emailVerified,
        name: plainLine((name ?? '').slice(0, 80)) || nameFrom(email),
      }
    },
  }
}

// mutant(logic → email.split('@')[0]): there is something before the @
const nameFrom = (email: string): string => (email.split('@')[0] || email).slice(0, 80)

/** Google's ID tokens may also name it without https:// (its OpenID Connect guide, "Validating an ID token"). */
const issuersOf = (issuer: string) =>
  issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : issuer

function checkAuthorisedParty({ aud, azp }: JWTPayload, clientId: string): void {
  const forSeveral = Array.isArray(aud) && aud.length > 1
  if (azp === undefined ? forSeveral : azp !== clientId) throw new Error('the ID token was issued for another client')
}
