/** What hostile clients send. Each attack returns the outcome of its connections. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'

/** The outcome of one connection: the status of its answer, 0 if it was cut, and after how long. */
export type Outcome = { status: number; seconds: number }
type Target = { port: number; path: string; headers?: Record<string, string> }

/** The longest to wait for the server to answer or cut a connection, in milliseconds. */
const longestMs = 60_000

function outcomeOf(socket: Socket): Promise<Outcome> {
  const from = performance.now()
  return new Promise((resolve) => {
    let status = 0
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ status, seconds: (performance.now() - from) / 1000 })
    }
    const timer = setTimeout(end, longestMs)
    socket.on('data', (bytes) => {
      status ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1'))?.[1] ?? 0)
      // An answer is all that counts; the rest of the request no longer matters.
      if (status) end()
    })
    socket.on('error', end).on('close', end)
  })
}

/** Opens `count` connections in batches, and sends on each nothing at all or the beginning of a request. */
export async function hold(port: number, count: number, textOf: (n: number) => string): Promise<Promise<Outcome>[]> {
  const held: Promise<Outcome>[] = []
  for (let n = 0; n < count; n += 1) {
    const socket = connect(port, '127.0.0.1')
    held.push(outcomeOf(socket))
    const text = textOf(n)
    if (text) socket.write(text)
    // The queue of connections not yet accepted is short: an answer here means that all earlier ones were accepted.
    if (n % 200 === 199) await (await fetch(`http://127.0.0.1:${port}/livez`)).arrayBuffer()
  }
  return held
}

const head = ({ path, headers = {} }: Target, length: number, method = 'POST') =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')

/** Sends that many bytes, or as many as the server accepts. */
export async function sendMuch(target: Target, bytes: number): Promise<Outcome> {
  const socket = connect(target.port, '127.0.0.1')
  const outcome = outcomeOf(socket)
  socket.write(head(target, bytes))
  const chunk = Buffer.alloc(1024 * 1024, ' ')
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += chunk.length)
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => undefined), outcome])
  return outcome
}

export async function sendWhole(target: Target, body: Buffer, method?: string): Promise<Outcome> {
  const socket = connect(target.port, '127.0.0.1')
  const outcome = outcomeOf(socket)
  socket.write(head(target, body.length, method))
  socket.write(body)
  return outcome
}

const zeros = Buffer.alloc(64 * 1024 * 1024)

/** Bodies that are small on the wire but large once unpacked or parsed. */
export const bombs = (): { name: string; headers?: Record<string, string>; body: Buffer }[] => [
  { name: '64 MB in gzip', headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(zeros) },
  { name: '64 MB in brotli', headers: { 'Content-Encoding': 'br' }, body: brotliCompressSync(zeros) },
  { name: '64 MB in zstd', headers: { 'Content-Encoding': 'zstd' }, body: zstdCompressSync(zeros) },
  { name: 'JSON 30,000 deep', body: Buffer.from('['.repeat(30_000) + ']'.repeat(30_000)) },
  { name: 'objects 10,000 deep', body: Buffer.from('{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)) },
  {
    name: 'invalid UTF-8',
    body: Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}')]),
  },
  { name: 'invalid JSON', body: Buffer.from('{"email":') },
]
