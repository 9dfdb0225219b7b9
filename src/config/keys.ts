import { ConfigError } from './error.ts'

export type StripeKeys = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  apiBase: string | undefined
}
export type GoogleKeys = { clientId: string; clientSecret: string; discoveryUrl: string }

type Values<Name extends string> = Partial<Record<Name, string | undefined>>

/** All keys for card payment, or none. @throws ConfigError when only some are set. */
export function stripeKeys(
  values: Values<'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_BASE'>,
): StripeKeys | undefined {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
  const missing = names.filter((name) => !values[name])
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = values
  if (STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRET) {
    return {
      secretKey: STRIPE_SECRET_KEY,
      publishableKey: STRIPE_PUBLISHABLE_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      apiBase: STRIPE_API_BASE,
    }
  }
  if (missing.length < names.length || STRIPE_API_BASE) {
    throw new ConfigError(`${missing[0]} is missing: card payment needs ${names.join(', ')} together`)
  }
  return undefined
}

/** Whether real money may move. Keys from before Stripe had a test mode do not name a mode: they are live. */
export function areLive({ secretKey, publishableKey }: StripeKeys): boolean {
  return !/^[sr]k_test_/.test(secretKey) || !publishableKey.startsWith('pk_test_')
}

/** Both keys of Continue with Google, or none. @throws ConfigError when only one is set. */
export function googleKeys(
  values: Values<'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET' | 'GOOGLE_DISCOVERY_URL'>,
): GoogleKeys | undefined {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_DISCOVERY_URL } = values
  if (!GOOGLE_CLIENT_ID && !GOOGLE_CLIENT_SECRET && !GOOGLE_DISCOVERY_URL) return undefined
  if (!GOOGLE_CLIENT_ID) throw new ConfigError('GOOGLE_CLIENT_ID is missing: set it together with GOOGLE_CLIENT_SECRET')
  if (!GOOGLE_CLIENT_SECRET)
    throw new ConfigError('GOOGLE_CLIENT_SECRET is missing: set it together with GOOGLE_CLIENT_ID')
  return {
    clientId: GOOGLE_CLIENT_ID,
    clientSecret: GOOGLE_CLIENT_SECRET,
    discoveryUrl: GOOGLE_DISCOVERY_URL ?? 'https://accounts.google.com/.well-known/openid-configuration',
  }
}
