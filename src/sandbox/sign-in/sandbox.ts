import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import { deriveKeys } from './keys.ts'
import { createPeople, Person, type People } from './people.ts'
import { createAdapters } from './store.ts'

export type SignInSandboxOptions = {
  db: Database
  /** The issuer: the address under which the sandbox is reached, without a trailing slash. */
  issuer: string
  /** Where the visitor returns to: the shop's own callback. */
  redirectUri: string
  /** The shop's secret, from which the sandbox's keys are derived. */
  secret: string
  log: Log
}

export type SignInSandbox = {
  /** Answers a request to an address under the issuer. */
  fetch(request: Request): Promise<Response>
  /** What the shop needs to be its client. */
  client: { clientId: string; clientSecret: string; discoveryUrl: string }
  stop(): Promise<void>
}

const clientId = 'wattwork'
const sessionCookie = 'sandbox_session'

/**
 * A replacement for Google that speaks OpenID Connect: a real issuer (oidc-provider) that lets visitors be whoever they
 * say they are. The library only handles node's requests and the shop passes on fetch's, so it listens on a loopback
 * port of its own, from the first request on.
 */
export function createSignInSandbox({ db, issuer, redirectUri, secret, log }: SignInSandboxOptions): SignInSandbox {
  const { origin, pathname: prefix } = new URL(issuer)
  const keys = deriveKeys(secret)
  const adapters = createAdapters(db)
  const people = createPeople(adapters('Person'))
  const choosePath = `${prefix}/choose`
  let listening: Promise<Server> | undefined

  async function listen(): Promise<Server> {
    // Loaded when first needed: most runs of a shop never see a sign-in.
    const { createIssuer } = await import('./issuer.ts')
    const client = { id: clientId, redirectUri }
    const provider = createIssuer({ issuer, choosePath, client, keys, adapters, people, sessionCookie })
    provider.on('server_error', (_ctx, error) => log.error('the sign-in sandbox failed', { error }))
    const answer = provider.callback()
    const server = createServer((request, response) => {
      if (request.method === 'POST' && request.url === '/choose') void choose(provider, people, request, response)
      // Connect and Express tell an app mounted under a path where it is mounted in the same way.
      else void answer(Object.assign(request, { originalUrl: `${prefix}${request.url}` }), response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server
  }

  return {
    client: { clientId, clientSecret: keys.clientSecret, discoveryUrl: `${issuer}/.well-known/openid-configuration` },
    async fetch(request) {
      if (!methods.includes(request.method)) return refusal(405, 'The issuer has no such method.')
      const server = await (listening ??= listen())
      return forward(request, server, origin, prefix)
    },
    async stop() {
      const server = await listening
      server?.closeAllConnections()
      server?.close()
    },
  }
}

/** All methods that the issuer handles; fetch refuses to send some of the others. */
const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']

const refusal = (status: number, why: string) =>
  new Response(why, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })

/** The library stores what it is sent, and PostgreSQL text cannot hold U+0000. */
const hasNull = (sent: string): boolean => sent.includes('%00') || sent.includes('\u0000')

/** Headers of the visitor's connection, not of ours (RFC 9110, 7.6.1); fetch refuses most of them. */
const ofTheConnection =
  'connection keep-alive proxy-connection te trailer transfer-encoding upgrade expect content-length host'.split(' ')

async function forward(request: Request, server: Server, origin: string, prefix: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the sign-in sandbox is not listening')
  const headers = new Headers(request.headers)
  for (const name of ofTheConnection) headers.delete(name)
  headers.set('cookie', withoutSession(headers.get('cookie') ?? ''))
  const { protocol, host } = new URL(origin)
  headers.set('x-forwarded-proto', protocol.slice(0, -1))
  headers.set('x-forwarded-host', host)
  const body = request.method === 'POST' ? await request.text() : undefined
  if (hasNull(pathname + search) || hasNull(body ?? ''))
    return refusal(400, 'invalid_request: U+0000 is in no parameter')
  const url = `http://127.0.0.1:${address.port}${pathname.slice(prefix.length)}${search}`
  const answer = await fetch(url, {
    method: request.method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  // The headers of a fetch response are immutable, and the shop adds its own.
  return new Response(answer.body, { status: answer.status, headers: new Headers(answer.headers) })
}

/** The sandbox forgets who a visitor was last: otherwise the library would first ask to sign that person out. */
function withoutSession(cookies: string): string {
  return cookies
    .split('; ')
    .filter((cookie) => !cookie.startsWith(sessionCookie))
    .join('; ')
}

/** Handles the visitor's choice of identity on the page, or their going back. */
async function choose(
  provider: Provider,
  people: People,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    await provider.interactionDetails(request, response)
    const person = Person.safeParse(form)
    if (form['action'] === 'cancel') {
      await provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'The visitor went back.',
      })
    } else if (person.success) {
      const accountId = await people.save(person.data)
      await provider.interactionFinished(request, response, {
        select_account: {},
        login: { accountId, remember: false },
      })
    } else {
      response.writeHead(303, { location: '?problem=input' }).end()
    }
  } catch {
    // The interaction has expired, or its cookie belongs to another browser.
    response.writeHead(303, { location: '/login?error=please_restart_the_process' }).end()
  }
}
