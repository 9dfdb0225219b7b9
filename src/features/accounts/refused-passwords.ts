import { accountMessages } from '#content/account.ts'
import { site } from '#content/site.ts'

/** Whose password it is to be, as far as it is known. */
type Owner = { email?: string | undefined; name?: string | undefined }

/**
 * Why a new password would be among the first that somebody tries (NIST SP 800-63B-4, 3.1.1.2; OWASP ASVS 5.0, 6.2.4 and
 * 6.2.11): it is one of some 50,000 that were found most often in leaks, whatever the case of its letters, or no more than the
 * owner’s name or e-mail or the shop’s name with figures and signs. Undefined for one that may be set.
 */
export async function whyGuessable(password: string, { email = '', name = '' }: Owner): Promise<string | undefined> {
  const names = [email, email.split('@', 1)[0] ?? '', name, site.name]
  if (lettersOfAny(names).has(lettersOf(password))) return accountMessages.passwordOfName
  return (await commonPasswords()).has(password.toLowerCase()) ? accountMessages.passwordCommon : undefined
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, '')

/** Of two letters and fewer there is too little to know a name by. */
const lettersOfAny = (names: string[]) => new Set(names.map(lettersOf).filter((letters) => letters.length > 2))

let common: Promise<ReadonlySet<string>> | undefined

/** Read when the first password is set: four megabytes that a shop between sign-ups does without. */
const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common']),
  ))
