import { googleMessages } from '#content/google.ts'
import { messages } from '#content/messages.ts'

/** What Better Auth adds to the address when a visit at Google ends without a sign-in, where it needs its own words. */
const texts = new Map<string, string>([
  ['account_not_linked', googleMessages.notLinked],
  ['email_not_verified', googleMessages.unverified],
  ['session_over', googleMessages.sessionOver],
  ['access_denied', googleMessages.stopped],
  ['ACCOUNT_REMOVED', messages.accountRemoved],
  ['email_does_not_match', googleMessages.otherEmail],
  ['account_already_linked_to_different_user', googleMessages.taken],
])

/** The sentence for the `error` in the address after a visit at Google; undefined without one. */
export function googleProblem(code: string | null): string | undefined {
  return code === null ? undefined : (texts.get(code) ?? messages.googleRefused)
}
