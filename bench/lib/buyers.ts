import { randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import { ask, send, type Call } from './call.ts'
import { clients } from './compare.ts'

export type Buyer = Awaited<ReturnType<typeof signUp>>

/** Signs up as a visitor does. */
export async function signUp(port: number) {
  const origin = `http://localhost:${port}`
  // Without a UUID: in what is sent to the database, that would be one which the order made.
  const email = `bench-${randomBytes(8).toString('hex')}@example.com`
  const account = { name: 'Bench Buyer', email, password: 'bench-secret' }
  const { headers } = await ask(port, send('POST', '/api/auth/sign-up/email', account, { origin }))
  const cookies = headers.getSetCookie().map((line) => line.split(';')[0])
  const exchange = send('PUT', `/api/user/${email}`, { email }, { origin, cookie: cookies.join('; ') })
  const newToken = async (): Promise<string> => JSON.parse((await ask(port, exchange)).text).token
  const { sub, sid } = decodeJwt<{ sid: string }>(await newToken())
  return {
    email,
    subject: { id: String(sub), session: sid },
    /** A call in the buyer's name, with a fresh access token: they end after 15 minutes. */
    async as(call: Call): Promise<Call> {
      return { ...call, headers: { ...call.headers, authorization: `Bearer ${await newToken()}` } }
    },
  }
}

/** One for each connection of the load generator. */
export const signUpBuyers = (port: number): Promise<Buyer[]> =>
  Promise.all(Array.from({ length: clients }, () => signUp(port)))
