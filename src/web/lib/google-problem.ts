import { messages } from '#content/messages.ts'

/** What Better Auth adds to the address when a visit at Google ends without a sign-in, where it needs its own words. */
const texts = new Map<string, string>([
  ['account_not_linked', messages.googleNotLinked],
  ['email_not_verified', messages.googleUnverified],
  ['session_over', messages.googleSessionOver],
  ['access_denied', messages.googleStopped],
  ['ACCOUNT_REMOVED', messages.accountRemoved],
  ['email_does_not_match', messages.googleOtherEmail],
  ['account_already_linked_to_different_user', messages.googleTaken],
])

/** The sentence for the `error` in the address after a visit at Google; undefined without one. */
export function googleProblem(code: string | null): string | undefined {
  return code === null ? undefined : (texts.get(code) ?? messages.googleRefused)
}
