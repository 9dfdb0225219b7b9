import type { RateLimiter } from '#platform/http/limit.ts'

const byAddress = {
  '/sign-in/email': { name: 'sign-in', count: 60, seconds: 600 },
  '/sign-up/email': { name: 'sign-up', count: 60, seconds: 600 },
} as const
const perAccount = { name: 'sign-in-account', count: 10, seconds: 900 }

/**
 * Counts a try to sign in or up against the client's address, and one to sign in against the account too,
 * so that neither many accounts from one place nor one account from many places can be guessed.
 * @throws Failure 'too-many'.
 */
export async function limitTry(limiter: RateLimiter, path: string, address: string, email: string | undefined) {
  const limit = Object.entries(byAddress).find(([route]) => route === path)?.[1]
  if (limit) await limiter.use(limit, address)
  if (path === '/sign-in/email' && email) await limiter.use(perAccount, email.toLowerCase())
}

/** After a right password the account's count starts anew. */
export async function forgiveTries(limiter: RateLimiter, path: string, email: string | undefined): Promise<void> {
  if (path === '/sign-in/email' && email) await limiter.clear(perAccount, email.toLowerCase())
}
