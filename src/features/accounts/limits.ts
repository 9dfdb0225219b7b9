import { networkOf } from '#platform/http/client-address.ts'
import type { Limit, RateLimiter } from '#platform/http/limit.ts'

type Limits = { byAddress: Omit<Limit, 'name'>; byAccount?: Omit<Limit, 'name'> }

const minutes = 60
const often = { count: 60, seconds: 10 * minutes }

/** By client address and by account, so that neither many accounts from one place nor one from many places can be guessed. */
const limits: Readonly<Record<string, Limits>> = {
  '/sign-in/email': { byAddress: often, byAccount: { count: 10, seconds: 15 * minutes } },
  '/sign-up/email': { byAddress: often },
  '/sign-in/social': { byAddress: often },
  '/link-social': { byAddress: often },
  '/callback/google': { byAddress: often },
  '/request-password-reset': {
    byAddress: { count: 20, seconds: 60 * minutes },
    byAccount: { count: 5, seconds: 60 * minutes },
  },
  '/reset-password': { byAddress: often },
  '/send-verification-email': {
    byAddress: { count: 20, seconds: 60 * minutes },
    byAccount: { count: 5, seconds: 60 * minutes },
  },
  '/verify-email': { byAddress: often },
  '/change-password': { byAddress: often, byAccount: { count: 10, seconds: 15 * minutes } },
  '/update-user': { byAddress: often },
}

/**
 * Counts a use of a sign-in route against the client's address, and against the account where one is named.
 * @throws Failure 'too-many'.
 */
export async function limitTry(
  limiter: RateLimiter,
  route: string,
  address: string,
  email: string | undefined,
): Promise<void> {
  const { byAddress, byAccount } = limits[route] ?? {}
  if (byAddress) await limiter.use({ name: route, ...byAddress }, networkOf(address))
  if (byAccount && email) await limiter.use({ name: accountCount(route), ...byAccount }, email)
}

/** After a right password the account's count starts anew. */
export async function forgiveTries(limiter: RateLimiter, route: string, email: string | undefined): Promise<void> {
  const { byAccount } = limits[route] ?? {}
  const isPassword = route === '/sign-in/email' || route === '/change-password'
  if (byAccount && email && isPassword) await limiter.clear({ name: accountCount(route), ...byAccount }, email)
}

const accountCount = (route: string) => `${route} account`
