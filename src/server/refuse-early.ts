import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Node's parser calls this for each request head it has read; if it returns 2, the parser reads no further. It is undocumented, but
 * there is no other way to end a connection before all requests in the bytes read are created: the tests pin what Node does.
 */
type Parser = { onIncoming: (request: IncomingMessage, keepAlive: boolean) => number }

const readNoFurther = 2

/** Browsers and proxies wait for a response before they reuse a connection. Other clients may be this many requests ahead. */
export const mostAhead = 16

/**
 * Ends connections whose bytes cost more to read than to send: more requests at once than a client that waits for responses sends,
 * and chunked bodies, where each chunk is an event of its own, a million per megabyte. A body has to declare its length
 * (RFC 9110, 15.5.12); browsers and the proxies that we know do.
 */
export function refuseEarly(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const parser: unknown = Reflect.get(socket, 'parser')
    if (!isParser(parser)) throw new Error('Node’s HTTP parser no longer has the expected onIncoming function')
    const { onIncoming } = parser
    let [readTo, asked, isOver] = [0, 0, false]
    parser.onIncoming = (request, keepAlive) => {
      if (isOver) return readNoFurther
      // All requests in one chunk, of 64 KB at most, are parsed before the next is read.
      const { bytesRead } = socket
      asked = bytesRead === readTo ? asked + 1 : 1
      readTo = bytesRead
      isOver = asked > mostAhead || request.headers['transfer-encoding'] !== undefined
      if (!isOver) return onIncoming(request, keepAlive)
      if (asked > mostAhead) socket.destroy()
      else socket.end(lengthRequired).destroySoon()
      return readNoFurther
    }
  })
}

const isParser = (value: unknown): value is Parser =>
  typeof value === 'object' && value !== null && 'onIncoming' in value && typeof value.onIncoming === 'function'

const problem = JSON.stringify({
  type: 'about:blank',
  title: 'Length Required',
  status: 411,
  detail: 'Send the length of the body in a Content-Length header.',
})
const lengthRequired = [
  'HTTP/1.1 411 Length Required',
  'Content-Type: application/problem+json',
  `Content-Length: ${problem.length}`,
  'Cache-Control: no-store',
  'Connection: close',
  '',
  problem,
].join('\r\n')
