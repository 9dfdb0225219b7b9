import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { AccessLog } from '#platform/http/access-log.ts'
import { problem } from '#platform/http/problem.ts'
import { createRequestIds, onRequest } from '#platform/log/request-id.ts'
import { tracedRequest } from '#platform/tracing/request.ts'
import type { PageCache } from '#platform/page-cache/cache.ts'
import { mostAhead, refuseEarly } from './refuse-early.ts'

/**
 * How long a connection may be idle in both directions during a request, in milliseconds: a client that does not read a response
 * cannot hold it and its file any longer, and one that stops in the middle of a body is not waited for.
 */
const mostSilent = { whole: 60_000, body: 12_000 }

/**
 * How long a connection waits for its next request, in milliseconds: longer than the proxies that would be in front keep one (nginx
 * and AWS 60 s, Traefik 90 s, Caddy 120 s). With Node's 5 s an order sent just when the shop closes its connection is answered by a
 * 502, since a proxy must not send it again.
 */
const keptAlive = 125_000

/** A request with a short body starts once the body is complete, so that a slow sender takes nobody's turn. In bytes. */
const mostAwaited = 64 * 1024

/**
 * How long a body may take to arrive, in milliseconds. A picture upload starts at once, and is refused at once if not permitted;
 * a permitted one, a photo of some megabytes, also gets through on a slow line.
 */
const longestBody = { usual: 30_000, picture: 300_000 }

/** Drops the connection when a body does not arrive in time. */
function expectBody(request: IncomingMessage, mostSilentMs: number, longest: typeof longestBody): void {
  const { headers, socket, url } = request
  const declared = Number(headers['content-length'] ?? 0)
  if (!(declared > 0)) return
  socket.setTimeout(mostSilentMs)
  const isPicture = url === '/api/picture' && declared > mostAwaited
  const late = setTimeout(() => socket.destroy(), isPicture ? longest.picture : longest.usual)
  request.once('end', () => socket.setTimeout(mostSilent.whole))
  request.once('close', () => clearTimeout(late))
}

/** A server on which no slow client can hold a connection, and no headers can fill the memory. Times in milliseconds. */
export function createHttpServer(): Server {
  // By default Node checks connections for these timeouts every 30 s: slow ones would live far longer. It closes all that it
  // finds in one go: ten thousand that came within a second would block everybody for a second; small batches do not.
  const patience = { headersTimeout: 10_000, requestTimeout: longestBody.picture, connectionsCheckingInterval: 20 }
  // Most requests have no body: they get no stream that has to be read to its end.
  const server = createServer({ maxHeaderSize: 16_384, optimizeEmptyRequests: true, ...patience })
  server.timeout = mostSilent.whole
  server.keepAliveTimeout = keptAlive
  refuseEarly(server)
  return server
}

function whenHere(request: IncomingMessage, begin: () => void): void {
  const declared = Number(request.headers['content-length'] ?? 0)
  // mutant(comparison → declared >= mostAwaited): it would start at once
  if (!(declared > 0) || declared > Math.min(mostAwaited, request.readableHighWaterMark)) return begin()
  const look = () => {
    if (request.readableLength < declared) return
    request.off('readable', look)
    // The stream drops its 'readable' mode in the next tick: before that, nobody could read it in flowing mode.
    setImmediate(begin)
  }
  request.on('readable', look)
}

type Parts = {
  cache: Pick<PageCache, 'answer'>
  fetch: Parameters<typeof getRequestListener>[0]
  record: AccessLog
  /** Makes a request's id from the one that it names, if any. */
  nextId?: (given: string | string[] | undefined) => string
  /** How long a body may make no progress. */
  bodySilenceMs?: number
  /** How long a body may take in total. */
  bodyMs?: typeof longestBody
  /** Whether the caller is a proxy of ours, whose trace the request then joins. */
  isTrusted?: boolean
}

/** Answers node's requests: from memory where a finished response is cached, otherwise by the whole shop. Each is logged once. */
export function createListener({
  cache,
  fetch,
  record,
  nextId = createRequestIds(false),
  bodySilenceMs = mostSilent.body,
  bodyMs = longestBody,
  isTrusted = false,
}: Parts): RequestListener {
  // Malformed requests, such as one with an invalid Host, never reach the shop.
  const errorHandler = () => problem(400, 'The request could not be read.')
  const listener = getRequestListener(fetch, { errorHandler })
  /** The unanswered requests of a connection. The first of them is in progress. */
  const lines = new WeakMap<Socket, (() => void)[]>()
  return (request, response) => {
    expectBody(request, bodySilenceMs, bodyMs)
    const start = { from: performance.now(), id: nextId(request.headers['x-request-id']) }
    if (cache.answer(request, response)) return record(request, response, start)
    const { socket } = request
    const line = lines.get(socket) ?? []
    if (line.length >= mostAhead) return void socket.destroy()
    lines.set(socket, line)
    response.setHeader('X-Request-Id', start.id)
    const answer = () => listener(request, response)
    const begin = () => tracedRequest(request, response, { id: start.id, isTrusted }, answer)
    line.push(() => whenHere(request, () => void onRequest(start.id, begin)))
    // Also when the client did not wait for the answer.
    response.on('close', () => {
      record(request, response, start)
      line.shift()
      if (!socket.destroyed) line[0]?.()
    })
    if (line.length === 1) line[0]?.()
  }
}
