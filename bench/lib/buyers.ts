import { randomBytes } from 'node:crypto'
import { z } from 'zod'

export type Buyer = {
  email: string
  /** A fresh access token, in the header that carries it: tokens end after 15 minutes. */
  authorization(): Promise<{ authorization: string }>
}

/** Eight that order, and one that reads what it ordered. */
export const buyersNeeded = 9

/** Signs up as visitors do. */
export function signUpBuyers(port: number, count: number): Promise<Buyer[]> {
  return Promise.all(Array.from({ length: count }, () => signUp(port)))
}

async function signUp(port: number): Promise<Buyer> {
  const origin = `http://localhost:${port}`
  const email = `bench-${randomBytes(8).toString('hex')}@example.com`
  const headers = { origin, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Bench Buyer', email, password: 'bench-secret' })
  const signedUp = await fetch(`${origin}/api/auth/sign-up/email`, { method: 'POST', headers, body })
  if (!signedUp.ok) throw new Error(`could not sign up: ${await signedUp.text()}`)
  const cookie = signedUp.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  return {
    email,
    async authorization() {
      const answer = await fetch(`${origin}/api/user/${email}`, {
        method: 'PUT',
        headers: { ...headers, cookie },
        body: JSON.stringify({ email }),
      })
      const { token } = z.object({ token: z.string() }).parse(await answer.json())
      return { authorization: `Bearer ${token}` }
    },
  }
}
