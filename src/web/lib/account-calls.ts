import { expectSuccess, reach } from './problem.ts'
import { postTo } from './auth-calls.ts'

/** Asks for a message with a link to set a new password. The answer is the same whether or not there is an account. */
export async function requestPasswordReset(email: string): Promise<void> {
  await postTo('/request-password-reset', { email })
}

/** Sets a new password with the token of such a link, and ends every session. @throws ApiProblem */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await postTo('/reset-password', { token, newPassword })
}

/** @throws ApiProblem when the link is too old or not one of ours. */
export async function verifyEmail(token: string): Promise<void> {
  await expectSuccess(await reach(`/api/auth/verify-email?token=${encodeURIComponent(token)}`))
}

/**
 * Opens the account that somebody signed up for, with the token of such a link, and signs in.
 * @param password the one that was chosen, where another browser asks.
 * @returns where they were going. @throws ApiProblem with the code PASSWORD_NEEDED where it has to be given.
 */
export async function confirmSignUp(token: string, password?: string): Promise<string | null> {
  const answer: unknown = await (await postTo('/sign-up/confirm', { token, password })).json()
  const next: unknown = typeof answer === 'object' && answer ? Reflect.get(answer, 'next') : null
  return typeof next === 'string' ? next : null
}

/** Sends the message to verify one's e-mail once more. @throws ApiProblem */
export async function sendVerification(email: string): Promise<void> {
  await postTo('/send-verification-email', { email })
}

/** @throws ApiProblem */
export async function changeName(name: string): Promise<void> {
  await postTo('/update-user', { name })
}

/** Also ends every other session. @throws ApiProblem */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await postTo('/change-password', { currentPassword, newPassword })
}

/** Ends every session of the user, this one too. @throws ApiProblem */
export async function endAllSessions(): Promise<void> {
  await postTo('/revoke-sessions', {})
}

/**
 * Begins a visit at Google: to sign in, or to connect it to the account that is signed in.
 * @param goals the paths to come back to, with and without success.
 * @returns the address to send the browser to.
 * @throws ApiProblem when Google cannot be reached.
 */
export async function beginGoogle(
  kind: 'sign-in' | 'connect',
  goals: { success: string; failure: string },
): Promise<string> {
  const path = kind === 'sign-in' ? '/sign-in/social' : '/link-social'
  const body = { provider: 'google' as const, callbackURL: goals.success, errorCallbackURL: goals.failure }
  const answer: unknown = await (await postTo(path, body)).json()
  if (typeof answer === 'object' && answer && 'url' in answer && typeof answer.url === 'string') return answer.url
  throw new Error('the sign-in began without an address')
}
