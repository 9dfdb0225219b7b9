import type { Login, Signup } from '#features/accounts/schema.ts'
import { postTo } from './auth-calls.ts'
import { keepTokenOf } from './session.ts'

/** @returns false when a code is still required. @throws ApiProblem whose detail is the message for the form. */
export async function signIn({ email, password }: Login): Promise<boolean> {
  const answer = await postTo('/sign-in/email', { email, password })
  if ('twoFactorRedirect' in (await answer.json())) return false
  await keepTokenOf(email)
  return true
}

/**
 * Creates an account and signs in, or has a confirmation link mailed.
 * @param from the page to continue on once that link is opened.
 * @returns whether the user is signed in now.
 * @throws ApiProblem whose detail is the message for the form.
 */
export async function signUp({ name, email, password }: Signup, from?: string): Promise<boolean> {
  const answer: unknown = await (await postTo('/sign-up/email', { email, password, name, from })).json()
  if (typeof answer === 'object' && answer && 'status' in answer) return false
  await keepTokenOf(email)
  return true
}
