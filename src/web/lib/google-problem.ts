import { googleMessages } from '#content/google.ts'
import { messages } from '#content/messages.ts'

/** Error codes with a message of their own that Better Auth adds to the URL when the Google flow ends without a sign-in. */
const texts = new Map<string, string>([
  ['account_not_linked', googleMessages.notLinked],
  ['email_not_verified', googleMessages.unverified],
  ['session_over', googleMessages.sessionOver],
  ['access_denied', googleMessages.stopped],
  ['ACCOUNT_REMOVED', messages.accountRemoved],
  ['email_does_not_match', googleMessages.otherEmail],
  ['account_already_linked_to_different_user', googleMessages.taken],
])

/** The message for the `error` in the URL after the Google flow; undefined without one. */
export function googleProblem(code: string | null): string | undefined {
  return code === null ? undefined : (texts.get(code) ?? googleMessages.refused)
}
