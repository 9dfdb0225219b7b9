import Provider, {
  interactionPolicy,
  type AdapterFactory,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { deriveKeys } from './keys.ts'
import type { People } from './people.ts'

export type IssuerSettings = {
  /** The address that users and the shop see, such as http://localhost:3000/sandbox/sign-in. */
  issuer: string
  /** The page where a visitor chooses an identity, as a path of the issuer's origin. */
  choosePath: string
  client: { id: string; redirectUri: string }
  keys: ReturnType<typeof deriveKeys>
  adapters: AdapterFactory
  people: People
  sessionCookie: string
}

const scope = 'openid email profile'
const minute = 60

/** A real OpenID Connect issuer for one client: authorization code with PKCE, ID tokens with the same claims as Google's. */
export function createIssuer({
  issuer,
  choosePath,
  client,
  keys,
  adapters,
  people,
  sessionCookie,
}: IssuerSettings): Provider {
  const configuration: Configuration = {
    adapter: adapters,
    jwks: keys.jwks,
    clients: [
      {
        client_id: client.id,
        client_secret: keys.clientSecret,
        redirect_uris: [client.redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'EdDSA',
      },
    ],
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    pkce: { required: () => true },
    scopes: scope.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google puts the claims into the ID token too.
    conformIdTokenClaims: false,
    findAccount: async (_ctx, sub) => {
      const person = await people.find(sub)
      return person && { accountId: sub, claims: () => ({ sub, ...person, email_verified: true }) }
    },
    loadExistingGrant: grantAll,
    interactions: { policy: askEachTime(), url: () => choosePath },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    cookies: {
      keys: [keys.cookieKey],
      names: { session: sessionCookie, interaction: 'sandbox_interaction', resume: 'sandbox_resume' },
    },
    ttl: {
      AccessToken: 5 * minute,
      AuthorizationCode: minute,
      Grant: 30 * minute,
      IdToken: 5 * minute,
      Interaction: 30 * minute,
      Session: 30 * minute,
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'text/plain'
      ctx.body = `${error}: ${description ?? 'the request is not right'}`
    },
  }
  const provider = new Provider(issuer, configuration)
  // It runs behind our own handler, which passes on the address that users see.
  provider.proxy = true
  return provider
}

/** The shop is the only client, and asks only for the user's identity: there is nothing to consent to. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
  grant.addOIDCScope(scope)
  await grant.save()
  return grant
}

/** Behaves like Google with prompt=select_account. */
function askEachTime() {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}
