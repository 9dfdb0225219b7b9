import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import type { Ready } from '../servers/bare.ts'

export type Call = { method: string; path: string; headers: Record<string, string>; body?: string }
/** Makes new calls for each round, since access tokens expire. */
export type Calls = () => Promise<Call[]>
export type Buyer = Awaited<ReturnType<typeof signUp>>

export const get = (path: string, headers: Record<string, string> = {}): Call => ({ method: 'GET', path, headers })

export const send = (method: string, path: string, body: object, headers: Record<string, string> = {}): Call => ({
  method,
  path,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Makes one call. @throws when it is refused. */
export async function ask(port: number, { path, ...init }: Call): Promise<{ headers: Headers; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`)
  return { headers: answer.headers, text }
}

/** What a server answers to one call, byte for byte. */
export async function answerTo(port: number, { body, ...call }: Call): Promise<Ready> {
  const [answer] = await once(request({ host: '127.0.0.1', port, ...call }).end(body), 'response')
  const headers: string[] = answer.rawHeaders.flatMap((name: string, n: number) =>
    // Node adds these by itself.
    n % 2 || /^(date|connection|keep-alive|transfer-encoding)$/i.test(name) ? [] : [name, answer.rawHeaders[n + 1]],
  )
  return { status: answer.statusCode, headers, body: await buffer(answer) }
}

/** Signs up the way a visitor does. */
export async function signUp(port: number) {
  const origin = `http://localhost:${port}`
  // No UUID here: among the values sent to the database it would be taken for an id that the order made.
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
    /** A call in the buyer's name, with a fresh access token: tokens expire after 15 minutes. */
    async as(call: Call): Promise<Call> {
      return { ...call, headers: { ...call.headers, authorization: `Bearer ${await newToken()}` } }
    },
  }
}
