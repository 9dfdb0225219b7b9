import { expectSuccess, reach } from './problem.ts'
import { postTo } from './auth-calls.ts'

/** Requests an e-mail with a password-reset link. The answer is the same whether or not the account exists. */
export async function requestPasswordReset(email: string): Promise<void> {
  await postTo('/request-password-reset', { email })
}

/** Sets a new password with the token from a reset link and ends every session. @throws ApiProblem */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await postTo('/reset-password', { token, newPassword })
}

/** @throws ApiProblem when the link has expired or was not issued by the shop. */
export async function verifyEmail(token: string): Promise<void> {
  await expectSuccess(await reach(`/api/auth/verify-email?token=${encodeURIComponent(token)}`))
}

/**
 * Confirms a sign-up with the token from its link: opens the account and signs in.
 * @param password the one chosen at sign-up, needed in another browser.
 * @returns the page the user was heading for. @throws ApiProblem with the code PASSWORD_NEEDED when the password is required.
 */
export async function confirmSignUp(token: string, password?: string): Promise<string | null> {
  const answer: unknown = await (await postTo('/sign-up/confirm', { token, password })).json()
  const next: unknown = typeof answer === 'object' && answer ? Reflect.get(answer, 'next') : null
  return typeof next === 'string' ? next : null
}

/** Resends the verification e-mail. @throws ApiProblem */
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
 * Starts the Google flow: to sign in, or to link Google to the signed-in account.
 * @param goals the paths to return to on success and on failure.
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
  throw new Error('the answer to starting a sign-in has no address')
}
