import type { BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { createAuthorizationURL, type OAuthProvider } from 'better-auth/oauth2'
import { googleMessages } from '#content/google.ts'
import type { Log } from '#platform/log/log.ts'
import type { OpenIdClient } from './openid.ts'

/**
 * Continue with Google for Better Auth, which keeps state and verifier and turns the answer into an account.
 * Its own OpenID Connect plugin looks the issuer up once, at the start, and also takes ID tokens from the browser;
 * this provider looks it up when needed and takes them from the issuer alone.
 */
export function googleSignIn(client: OpenIdClient, log: Log): BetterAuthPlugin {
  const provider = createProvider(client, log)
  return {
    id: 'google-sign-in',
    init: ({ socialProviders }) => ({ context: { socialProviders: [provider, ...socialProviders] } }),
  }
}

function createProvider(client: OpenIdClient, log: Log): OAuthProvider<{ sub: string }> {
  return {
    id: 'google',
    name: 'Google',
    issuer: client.issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub,

    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce }) {
      return createAuthorizationURL({
        id: 'google',
        options: { clientId: client.clientId },
        authorizationEndpoint: await reachable(client.authorizationEndpoint(), log),
        state,
        codeVerifier,
        redirectURI,
        scopes: ['openid', 'email', 'profile'],
        // The visitor chooses the account: a shared machine may know several.
        prompt: 'select_account',
        ...(idTokenNonce && { nonce: idTokenNonce }),
      })
    },

    async validateAuthorizationCode({ code, codeVerifier = '', redirectURI }) {
      return { idToken: await client.redeem({ code, codeVerifier, redirectUri: redirectURI }) }
    },

    async getUserInfo({ idToken, expectedIdTokenNonce }) {
      // mutant(logic, condition → false): what is no token is refused below
      if (!idToken || !expectedIdTokenNonce) return null
      try {
        const { sub, ...user } = await client.verifyToken(idToken, expectedIdTokenNonce)
        return { user, data: { sub } }
      } catch (error) {
        log.warn('a Google sign-in was refused', { error })
        return null
      }
    },
  }
}

/** @throws APIError, which the form shows, when the issuer is unreachable. */
async function reachable<T>(answer: Promise<T>, log: Log): Promise<T> {
  try {
    return await answer
  } catch (error) {
    log.warn('Google cannot be reached', { error })
    throw new APIError('SERVICE_UNAVAILABLE', { code: 'GOOGLE_UNAVAILABLE', message: googleMessages.unavailable })
  }
}
