import { connect, type Socket } from 'node:net'

/** An answer as it came over the wire. */
export type Answer = { status: number; head: string; body: Buffer }

export type Connection = {
  /** Sends a whole request; one at a time. */
  send(request: Buffer): Promise<Answer>
  close(): void
}

/** A keep-alive connection that knows just enough HTTP/1.1 to cost little: a fetch would measure itself. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return speak(socket)
}

function speak(socket: Socket): Connection {
  let received: Buffer = Buffer.alloc(0)
  let answered: ((answer: Answer) => void) | undefined
  let failed: ((error: Error) => void) | undefined
  socket.on('data', (chunk: Buffer) => {
    received = received.length ? Buffer.concat([received, chunk]) : chunk
    const answer = parse(received)
    if (!answer) return
    received = Buffer.alloc(0)
    answered?.(answer)
  })
  socket.on('error', (error) => failed?.(error))
  socket.on('close', () => failed?.(new Error('the server closed the connection')))
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        answered = resolve
        failed = reject
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

const endOfHead = '\r\n\r\n'
const endOfChunks = Buffer.from('\r\n0\r\n\r\n')

/** The answer, once all of it is there (RFC 9112, 6.3). */
function parse(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf(endOfHead)
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const body = bytes.subarray(end + endOfHead.length)
  if (status === 204 || status === 304) return { status, head, body }
  const length = /\r\ncontent-length: (\d+)/i.exec(head)
  const complete = length ? body.length >= Number(length[1]) : body.subarray(-endOfChunks.length).equals(endOfChunks)
  return complete ? { status, head, body } : undefined
}

/** A request's bytes. */
export function requestBytes(method: string, path: string, headers: Record<string, string> = {}, body = ''): Buffer {
  const length: Record<string, string> = body ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  const lines = Object.entries({ host: 'localhost', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
