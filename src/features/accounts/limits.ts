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
  /** The browser's id, if it has signed in to this account before. */
  device: string | undefined
}

/** A limit, and the key that it is counted under. */
type Count = { limit: Limit; key: string; forgiven?: boolean }

const minutes = 60
const hour = 60 * minutes
const often = { count: 60, seconds: 10 * minutes }
const mails = { address: { count: 20, seconds: hour }, account: { count: 5, seconds: hour } }
const passwords = { count: 10, seconds: 15 * minutes }

/** By client address, and by account where a route names one. */
const limits: Readonly<Record<string, { byAddress: Omit<Limit, 'name'>; byAccount?: Omit<Limit, 'name'> }>> = {
  '/sign-in/email': { byAddress: often },
  // Each call sends a message to the address it names.
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
  // Nobody guesses a signature: this limit only prevents endless work.
  '/passkey/verify-authentication': { byAddress: often, byAccount: often },
  '/passkey/update-passkey': { byAddress: often, byAccount: often },
  '/passkey/delete-passkey': { byAddress: often, byAccount: passwords },
}

const signIn = '/sign-in/email'
/** Routes on which a signed-in user enters their password again. */
const asksPasswordAgain = new Set(Object.keys(limits).filter((route) => limits[route]?.byAccount === passwords))

/** Routes on which somebody who is not signed in could guess: what is guessed, and how many tries all strangers have together. */
const guessing: Readonly<Record<string, Guessing>> = {
  [signIn]: { name: signIn, strangers: [{ count: 50, seconds: hour }], message: accountMessages.manyGuesses },
  '/two-factor/verify-totp': ofCodes(),
  '/two-factor/verify-backup-code': ofCodes(),
}

type Guessing = { name: string; strangers: Omit<Limit, 'name'>[]; message: string }

/**
 * A code has a million possible values, three of which are right at any time. Whoever tries one knows the password: fifty tries a
 * day give them one chance in twenty a year, and the owner is told at the first.
 */
function ofCodes(): Guessing {
  const strangers = [
    { count: 20, seconds: hour },
    { count: 50, seconds: 24 * hour },
  ]
  return { name: 'one-time code', strangers, message: factorMessages.manyCodes }
}

/**
 * Counts a use of a sign-in route against the client's address and against the account, the narrower count first: a try that is
 * refused there does not count against the account. A known device has a count of its own; once all known devices together
 * have used theirs up, it counts as one more stranger.
 * @returns a function that resets the caller's tries at the account, for use after a right password.
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

/** A new password makes every device unknown: the count that the devices of the old one shared starts again. */
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
      // All routes that ask for the password share one count: it is the same password that is guessed.
      limit: { name: `${forgiven ? '/change-password' : route} account`, ...byAccount },
      key: forgiven ? email : mailboxOf(email),
      forgiven,
    },
  ]
}

/** The networks of an IPv6 site share five times the limit of one, so that nobody counts as many visitors by owning many. */
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
 * The mailbox behind an e-mail: the part after a plus is a label made up by its owner, or by somebody who would flood it.
 * Gmail also ignores dots in the name, and has two hosts (https://support.google.com/mail/answer/7436150).
 */
export function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.replace(/\+[^@]*/, '').split('@')
  const isGmail = host === 'gmail.com' || host === 'googlemail.com'
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/** Counts right passwords too: each costs a tenth of a second of work, and whoever knows one could repeat it without end. */
const uses = (name: string, email: string): Count => ({ limit: { name: `${name} devices`, ...often }, key: email })

/** No single place can use up the tries of all strangers together, so that it keeps out nobody but itself. */
const guessesOfStrangers = ({ name, strangers, message }: Guessing, email: string, network: string): Count[] => [
  { limit: { name: `${name} stranger`, count: 10, seconds: hour }, key: `${network} ${email}`, forgiven: true },
  ...strangers.map(({ count, seconds }, n) => ({
    limit: { name: `${name} strangers${n || ''}`, count, seconds, message },
    key: email,
  })),
]
