import { createServer, type RequestListener, type Server } from 'node:http'
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

/** Browsers and proxies wait for an answer before they ask again on the same connection. Who does not may be so many ahead. */
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
  const unanswered = new WeakMap<Socket, number>()
  return (request, response) => {
    if (cache.answer(request, response)) return record(request, response)
    const { socket } = request
    const ahead = unanswered.get(socket) ?? 0
    if (ahead >= mostAtOnce) return void socket.destroy()
    unanswered.set(socket, ahead + 1)
    // Also one whose client did not wait for the answer.
    response.on('close', () => {
      unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
      record(request, response)
    })
    void listener(request, response)
  }
}
