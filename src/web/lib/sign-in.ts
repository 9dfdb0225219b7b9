import type { Login, Signup } from '#features/accounts/schema.ts'
import { postTo } from './auth-calls.ts'
import { keepTokenOf } from './session.ts'

/** @returns false where a code is still to come. @throws ApiProblem whose detail is the message for the form. */
export async function signIn({ email, password }: Login): Promise<boolean> {
  const answer = await postTo('/sign-in/email', { email, password })
  if ('twoFactorRedirect' in (await answer.json())) return false
  await keepTokenOf(email)
  return true
}

/**
 * Makes an account and signs in, or has a link to it mailed.
 * @param from where to go on, once that link is opened.
 * @returns whether one is signed in.
 * @throws ApiProblem whose detail is the message for the form.
 */
export async function signUp({ name, email, password }: Signup, from?: string): Promise<boolean> {
  const answer: unknown = await (await postTo('/sign-up/email', { email, password, name, from })).json()
  if (typeof answer === 'object' && answer && 'status' in answer) return false
  await keepTokenOf(email)
  return true
}
