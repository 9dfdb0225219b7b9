import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * What Node's parser calls for each head that it has read; 2 has it read no further. It is not documented, and there is no other
 * way to end a connection before all requests of what was read are made: the tests hold what Node does.
 */
type Parser = { onIncoming: (request: IncomingMessage, keepAlive: boolean) => number }

const readNoFurther = 2

/** Browsers and proxies wait for an answer before they ask again on the same connection. Who does not may be so far ahead. */
export const mostAhead = 16

/**
 * Ends connections whose bytes are dearer to read than to send: more requests at once than anybody sends who waits for answers,
 * and bodies in pieces, each of which is an event of its own, a million to the megabyte. A body has to say how long it is
 * (RFC 9110, 15.5.12); browsers and the proxies that we know do.
 */
export function refuseEarly(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const parser: unknown = Reflect.get(socket, 'parser')
    if (!isParser(parser)) throw new Error('Node’s HTTP parser is not what it was')
    const { onIncoming } = parser
    let [readTo, asked, isOver] = [0, 0, false]
    parser.onIncoming = (request, keepAlive) => {
      if (isOver) return readNoFurther
      // All of one piece, of 64 KB at the most, is taken apart before the next is read.
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
  detail: 'Say how long the body is: send it with a Content-Length.',
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
