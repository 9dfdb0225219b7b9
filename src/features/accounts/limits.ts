import { accountMessages } from '#content/account.ts'
import { factorMessages } from '#content/factors.ts'
import { networkOf, siteOf } from '#platform/http/client-address.ts'
import type { Limit, RateLimiter } from '#platform/http/limit.ts'
import { Failure } from '#shared/errors.ts'

/** A use of a sign-in route. */
export type Try = {
  route: string
  /** The client's. */
  address: string
  /** The account's e-mail, where one is named. */
  email: string | undefined
  /** The browser, when it signed in to this account before. */
  device: string | undefined
}

/** How often, and as whom. */
type Count = { limit: Limit; key: string; forgiven?: boolean }

const minutes = 60
const hour = 60 * minutes
const often = { count: 60, seconds: 10 * minutes }
const mails = { address: { count: 20, seconds: hour }, account: { count: 5, seconds: hour } }
const passwords = { count: 10, seconds: 15 * minutes }

/** By client address, and by account where a route names one. */
const limits: Readonly<Record<string, { byAddress: Omit<Limit, 'name'>; byAccount?: Omit<Limit, 'name'> }>> = {
  '/sign-in/email': { byAddress: often },
  // Each sends a message to whom it names.
  '/sign-up/email': { byAddress: often, byAccount: { count: 10, seconds: hour } },
  '/sign-up/confirm': { byAddress: often },
  '/sign-in/social': { byAddress: often },
  '/link-social': { byAddress: often },
  '/callback/google': { byAddress: often },
  '/request-password-reset': { byAddress: mails.address, byAccount: mails.account },
  '/reset-password': { byAddress: often },
  '/send-verification-email': { byAddress: mails.address, byAccount: mails.account },
  '/verify-email': { byAddress: often },
  '/change-password': { byAddress: often, byAccount: passwords },
  '/update-user': { byAddress: often },
  '/two-factor/enable': { byAddress: often, byAccount: passwords },
  '/two-factor/generate-backup-codes': { byAddress: often, byAccount: passwords },
  '/two-factor/disable': { byAddress: often, byAccount: passwords },
  '/two-factor/verify-totp': { byAddress: often },
  '/two-factor/verify-backup-code': { byAddress: often },
  '/passkey/generate-register-options': { byAddress: often, byAccount: passwords },
  '/passkey/verify-registration': { byAddress: often, byAccount: often },
  '/passkey/generate-authenticate-options': { byAddress: often },
  // Nobody guesses a signature: whoever is known by a passkey is kept from nothing but endless work.
  '/passkey/verify-authentication': { byAddress: often, byAccount: often },
  '/passkey/update-passkey': { byAddress: often, byAccount: often },
  '/passkey/delete-passkey': { byAddress: often, byAccount: passwords },
}

export const signIn = '/sign-in/email'
/** Who is signed in says their password once more. */
const asksPasswordAgain = new Set(Object.keys(limits).filter((route) => limits[route]?.byAccount === passwords))

/** Routes where somebody guesses who is not signed in: what is tried there, and how much all strangers together may. */
const guessing: Readonly<Record<string, Guessing>> = {
  [signIn]: { name: signIn, strangers: [{ count: 50, seconds: hour }], message: accountMessages.manyGuesses },
  '/two-factor/verify-totp': ofCodes(),
  '/two-factor/verify-backup-code': ofCodes(),
}

type Guessing = { name: string; strangers: Omit<Limit, 'name'>[]; message: string }

/**
 * A code has a million forms, of which three are right at any time. Whoever tries one knows the password: fifty a day leave them
 * one chance in twenty a year, of which the owner is told at the first.
 */
function ofCodes(): Guessing {
  const strangers = [
    { count: 20, seconds: hour },
    { count: 50, seconds: 24 * hour },
  ]
  return { name: 'one-time code', strangers, message: factorMessages.manyCodes }
}

/**
 * Counts a use of a sign-in route against the client's address and against the account, first the narrower: what is
 * refused there does not count against the account. A known device has a count of its own; when all of them together
 * have used theirs up, it is one more stranger.
 * @returns what has the caller's tries at the account start again, after a right password.
 * @throws Failure 'too-many'.
 */
export async function limitTry(limiter: RateLimiter, use: Try): Promise<() => Promise<void>> {
  const { route, email, device } = use
  const counted: Count[] = []
  const count = async (counts: Count[]) => {
    for (const each of counts) {
      await limiter.use(each.limit, each.key)
      counted.push(each)
    }
  }
  const { name } = guessing[route] ?? {}
  // mutant(logic → name): a device is known for an e-mail alone
  const known = name && email && device
  if (known) await count([guessesOf(name, device)])
  if (!known || (await isPassed(limiter, uses(name, email)))) await count(countsOf(use))
  return async () => {
    for (const { limit, key, forgiven } of counted) if (forgiven) await limiter.clear(limit, key)
  }
}

async function isPassed(limiter: RateLimiter, { limit, key }: Count): Promise<boolean> {
  try {
    await limiter.use(limit, key)
    return false
  } catch (error) {
    if (error instanceof Failure && error.kind === 'too-many') return true
    throw error
  }
}

/** With a new password no device is known: what those of the old one did together counts no more. */
export async function forgetDevices(limiter: RateLimiter, email: string): Promise<void> {
  const { limit, key } = uses(signIn, email)
  await limiter.clear(limit, key)
}

function countsOf({ route, address, email }: Try): Count[] {
  const { byAddress, byAccount } = limits[route] ?? {}
  const network = networkOf(address)
  const counts = byAddress ? countsOfAddress({ name: route, ...byAddress }, address) : []
  const guessed = guessing[route]
  if (guessed && email) return [...counts, ...guessesOfStrangers(guessed, email, network)]
  if (!byAccount || !email) return counts
  const forgiven = asksPasswordAgain.has(route)
  return [
    ...counts,
    {
      // Wherever it is asked for, it is the same password that is guessed.
      limit: { name: `${forgiven ? '/change-password' : route} account`, ...byAccount },
      key: forgiven ? email : mailboxOf(email),
      forgiven,
    },
  ]
}

/** Five networks of an IPv6 site have together what each has, so that nobody is as many visitors as they have networks. */
function countsOfAddress(limit: Limit, address: string): Count[] {
  const counts = [{ limit, key: networkOf(address) }]
  const site = siteOf(address)
  const ofSite = { ...limit, name: `${limit.name} site`, count: 5 * limit.count }
  return site ? [...counts, { limit: ofSite, key: site }] : counts
}

const guessesOf = (name: string, device: string): Count => ({
  limit: { name: `${name} device`, ...passwords },
  key: device,
  forgiven: true,
})

/**
 * Where the mail of an e-mail goes: what stands behind a plus is a label that its owner made up, or who would flood it.
 * Gmail reads no dots in a name either, and has two hosts (https://support.google.com/mail/answer/7436150).
 */
export function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.replace(/\+[^@]*/, '').split('@')
  const isGmail = host === 'gmail.com' || host === 'googlemail.com'
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/** Right passwords too: each costs a tenth of a second of work, and whoever knows one could ask for it without end. */
const uses = (name: string, email: string): Count => ({ limit: { name: `${name} devices`, ...often }, key: email })

/** One place alone does not use up what all strangers together have, so that it keeps out nobody but itself. */
const guessesOfStrangers = ({ name, strangers, message }: Guessing, email: string, network: string): Count[] => [
  { limit: { name: `${name} stranger`, count: 10, seconds: hour }, key: `${network} ${email}`, forgiven: true },
  ...strangers.map(({ count, seconds }, n) => ({
    limit: { name: `${name} strangers${n || ''}`, count, seconds, message },
    key: email,
  })),
]
