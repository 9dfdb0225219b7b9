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
 * So long nobody reads and nobody writes on a connection, in milliseconds: whoever does not take an answer keeps it, and its file, no longer; and
 * whoever stops in the middle of a body is not waited for.
 */
const mostSilent = { whole: 60_000, body: 12_000 }

/** A short body is waited for before the request is begun: who holds it back takes nobody's turn meanwhile. In bytes. */
const mostAwaited = 64 * 1024

/**
 * So long a body may be on its way, in milliseconds. A picture is begun at once, and refused at once of who may not: that of the others,
 * a photograph of some megabytes, goes over a slow line too.
 */
const longestBody = { usual: 30_000, picture: 300_000 }

/** Cuts off whose body does not come. */
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

/** A server that lets nobody hold a connection by being slow, nor fill the memory with headers. Times in milliseconds. */
export function createHttpServer(): Server {
  // Node looks for connections past these times every 30 s unless told otherwise: slow ones would live far longer. It ends all that it
  // finds in one go: ten thousand that came within a second would hold everybody up for a second, in small parts they do not.
  const patience = { headersTimeout: 10_000, requestTimeout: longestBody.picture, connectionsCheckingInterval: 20 }
  // What has no body, as most requests, is no stream that has to be read to its end.
  const server = createServer({ maxHeaderSize: 16_384, optimizeEmptyRequests: true, ...patience })
  server.timeout = mostSilent.whole
  refuseEarly(server)
  return server
}

function whenHere(request: IncomingMessage, begin: () => void): void {
  const declared = Number(request.headers['content-length'] ?? 0)
  // mutant(comparison → declared >= mostAwaited): it would be begun at once
  if (!(declared > 0) || declared > Math.min(mostAwaited, request.readableHighWaterMark)) return begin()
  const look = () => {
    if (request.readableLength < declared) return
    request.off('readable', look)
    // The stream forgets that it was looked at in the next tick: until then nobody could read it as it flows.
    setImmediate(begin)
  }
  request.on('readable', look)
}

type Parts = {
  cache: Pick<PageCache, 'answer'>
  fetch: Parameters<typeof getRequestListener>[0]
  record: AccessLog
  /** Makes the id of a request from the one that it names, if any. */
  nextId?: (given: string | string[] | undefined) => string
  /** For so long a body may stand still. */
  bodySilenceMs?: number
  /** For so long it may be on its way. */
  bodyMs?: typeof longestBody
  /** Whether a proxy of ours calls, whose trace a request then is a part of. */
  isTrusted?: boolean
}

/** Answers node's requests: from memory where a ready answer is kept, else by the whole shop. Each is recorded once. */
export function createListener({
  cache,
  fetch,
  record,
  nextId = createRequestIds(false),
  bodySilenceMs = mostSilent.body,
  bodyMs = longestBody,
  isTrusted = false,
}: Parts): RequestListener {
  // What is no request at all, such as one with a Host that is no name, never reaches the shop.
  const errorHandler = () => problem(400, 'The request could not be read.')
  const listener = getRequestListener(fetch, { errorHandler })
  /** The requests of a connection that were not answered yet. The first of them is under way. */
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
    // Also one whose client did not wait for the answer.
    response.on('close', () => {
      record(request, response, start)
      line.shift()
      if (!socket.destroyed) line[0]?.()
    })
    if (line.length === 1) line[0]?.()
  }
}
