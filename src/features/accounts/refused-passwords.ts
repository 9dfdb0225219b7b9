import { accountMessages } from '#content/account.ts'
import { site } from '#content/site.ts'

/** The owner of the new password, as far as known. */
type Owner = { email?: string | undefined; name?: string | undefined }

/**
 * Why a new password would be among the first that somebody tries (NIST SP 800-63B-4, 3.1.1.2; OWASP ASVS 5.0, 6.2.4 and
 * 6.2.11): it is one of the 50,000 or so most common in leaks, regardless of case, or nothing but the owner’s name or e-mail or
 * the shop’s name with digits and symbols. Undefined for one that may be set.
 */
export async function whyGuessable(password: string, { email = '', name = '' }: Owner): Promise<string | undefined> {
  const names = [email, email.split('@', 1)[0] ?? '', name, site.name]
  if (lettersOfAny(names).has(lettersOf(password))) return accountMessages.passwordOfName
  return (await commonPasswords()).has(password.toLowerCase()) ? accountMessages.passwordCommon : undefined
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, '')

/** One or two letters are too few to tell a name by. */
const lettersOfAny = (names: string[]) => new Set(names.map(lettersOf).filter((letters) => letters.length > 2))

let common: Promise<ReadonlySet<string>> | undefined

/** Loaded when the first password is set: four megabytes that a shop does not need until then. */
const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common']),
  ))
