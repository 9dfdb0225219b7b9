import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { AccessLog } from '#platform/http/access-log.ts'
import { problem } from '#platform/http/problem.ts'
import type { PageCache } from '#platform/page-cache/cache.ts'

/** A server that lets nobody hold a connection by being slow, nor fill the memory with headers. Times in milliseconds. */
export function createHttpServer(): Server {
  // Node looks for connections past these times every 30 s unless told otherwise: slow ones would live far longer.
  const patience = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }
  const server = createServer({ maxHeaderSize: 16_384, ...patience })
  // Nobody has read, and nobody has written: whoever does not take an answer keeps it, and its file, no longer.
  server.timeout = 60_000
  return server
}

/** A short body is waited for before the request is begun: who holds it back takes nobody's turn meanwhile. In bytes. */
const mostAwaited = 64 * 1024

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

/** Browsers and proxies wait for an answer before they ask again on the same connection. Who does not may be so far ahead. */
const mostAtOnce = 16

type Parts = {
  cache: Pick<PageCache, 'answer'>
  fetch: Parameters<typeof getRequestListener>[0]
  record: AccessLog
}

/** Answers node's requests: from memory where a ready answer is kept, else by the whole shop. Each is recorded once. */
export function createListener({ cache, fetch, record }: Parts): RequestListener {
  // What is no request at all, such as one with a Host that is no name, never reaches the shop.
  const errorHandler = () => problem(400, 'The request could not be read.')
  const listener = getRequestListener(fetch, { errorHandler })
  /** The requests of a connection that were not answered yet. The first of them is under way. */
  const lines = new WeakMap<Socket, (() => void)[]>()
  const isTooFar = createCountOfATurn()
  return (request, response) => {
    const { socket } = request
    if (isTooFar(socket)) return void socket.destroy()
    if (cache.answer(request, response)) return record(request, response)
    const line = lines.get(socket) ?? []
    if (line.length >= mostAtOnce) return void socket.destroy()
    lines.set(socket, line)
    line.push(() => whenHere(request, () => void listener(request, response)))
    // Also one whose client did not wait for the answer.
    response.on('close', () => {
      record(request, response)
      line.shift()
      if (!socket.destroyed) line[0]?.()
    })
    if (line.length === 1) line[0]?.()
  }
}

/**
 * Counts the requests of each connection that come in one turn of the event loop. Answers from memory leave at once and stand in
 * no line: whoever sent thousands ahead would have all of them before anybody else is looked at.
 * @returns whether a connection has sent too many ahead.
 */
function createCountOfATurn(): (socket: Socket) => boolean {
  const counts = new Map<Socket, number>()
  return (socket) => {
    if (counts.size === 0) setImmediate(() => counts.clear())
    const count = (counts.get(socket) ?? 0) + 1
    counts.set(socket, count)
    return count > mostAtOnce
  }
}
