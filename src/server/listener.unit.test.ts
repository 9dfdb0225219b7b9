import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '#testing/serve.ts'
import { createHttpServer, createListener } from './listener.ts'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

/** A shop whose answers wait until the test releases them. */
async function waiting() {
  const answers: (() => void)[] = []
  const fetch = ({ url }: Request) =>
    new Promise<Response>((resolve) => answers.push(() => resolve(new Response(new URL(url).pathname))))
  const record = vi.fn()
  const { port, close } = await serve(createListener({ cache: { answer: () => false }, fetch, record }))
  opened.push(close)
  const call = () => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => (received += text))
    opened.push(() => socket.destroy())
    const ask = (...paths: string[]) =>
      socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`).join(''))
    return { socket, ask, answered: () => [...received.matchAll(/^\/\w+(?=HTTP|$)/gm)].map(([path]) => path) }
  }
  return { answers, call, record }
}

const paths = (count: number, of = 'p') => Array.from({ length: count }, (_, n) => `/${of}${n}`)

test('sixteen requests sent ahead on a connection are answered one by one', async () => {
  const { answers, call, record } = await waiting()
  const client = call()
  client.ask(...paths(16))
  for (let n = 1; n <= 16; n += 1) {
    await vi.waitFor(() => expect(answers).toHaveLength(n))
    expect(client.answered()).toHaveLength(n - 1)
    answers[n - 1]?.()
  }
  await vi.waitFor(() => expect(client.answered()).toEqual(paths(16)))
  expect(record).toHaveBeenCalledTimes(16)
})

test('an answered request no longer counts', async () => {
  const { answers, call } = await waiting()
  const client = call()
  for (let asked = 1; asked <= 40; asked += 1) {
    client.ask(`/p${asked}`)
    await vi.waitFor(() => expect(answers).toHaveLength(asked))
    answers.at(-1)?.()
  }
  await vi.waitFor(() => expect(client.answered()).toHaveLength(40))
})

test('a client that sends more ahead loses its connection, and nobody else does', async () => {
  const { answers, call } = await waiting()
  const [greedy, other] = [call(), call()]
  other.ask('/mine')
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const closed = once(greedy.socket, 'close')
  greedy.ask(...paths(1000))
  await closed
  expect(answers.length).toBeLessThanOrEqual(2)
  for (const answer of answers) answer()
  await vi.waitFor(() => expect(other.answered()).toEqual(['/mine']))
  // Requests queued on the closed connection are not started.
  expect(answers.length).toBeLessThanOrEqual(2)
})

test('a connection ends after a minute without activity', () => {
  expect(createHttpServer().timeout).toBe(60_000)
})

test('between requests it stays open for longer than a proxy keeps it', async () => {
  const { answers, call } = await waiting()
  const { socket, ask } = call()
  let received = ''
  socket.on('data', (text) => (received += String(text)))
  ask('/first')
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.()
  await vi.waitFor(() => expect(received).toContain('Keep-Alive: timeout=125\r\n'))
})

test('a short body is awaited before its request begins, and the next request comes after it', async () => {
  const { answers, call } = await waiting()
  const slow = call()
  slow.socket.write('POST /slow HTTP/1.1\r\nHost: shop\r\nContent-Length: 4\r\n\r\nab')
  const other = call()
  other.ask('/other')
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.()
  await vi.waitFor(() => expect(other.answered()).toEqual(['/other']))
  slow.socket.write('cdGET /next HTTP/1.1\r\nHost: shop\r\n\r\n')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.()
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  answers[2]?.()
  await vi.waitFor(() => expect(slow.answered()).toEqual(['/slow', '/next']))
})

test('a request with a long body begins at once', async () => {
  const { answers, call } = await waiting()
  const { socket } = call()
  socket.write('POST /long HTTP/1.1\r\nHost: shop\r\nContent-Length: 65537\r\n\r\n')
  await vi.waitFor(() => expect(answers).toHaveLength(1))
})

test('a client that stops in the middle of a body is cut off, one that has sent it all may wait', async () => {
  const fetch = async (request: Request) => {
    await request.text()
    await new Promise((resolve) => setTimeout(resolve, 300))
    return new Response('here')
  }
  const parts = { cache: { answer: () => false }, fetch, record: vi.fn(), bodySilenceMs: 100 }
  const { port, close } = await serve(createListener(parts))
  opened.push(close)
  for (const length of [10, 1_000_000]) {
    const socket = connect(port, '127.0.0.1')
    const closed = once(socket, 'close')
    socket.write(`POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: ${length}\r\n\r\nabc`)
    await closed
    expect(socket.bytesRead).toBe(0)
  }
  const answer = await globalThis.fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'a whole body' })
  expect(await answer.text()).toBe('here')
})

test('a body that takes too long is cut off, but a picture may take longer', async () => {
  const fetch = async (request: Request) => new Response(`here are ${(await request.text()).length}`)
  const bodyMs = { usual: 200, picture: 60_000 }
  const parts = { cache: { answer: () => false }, fetch, record: vi.fn(), bodyMs }
  const { port, close } = await serve(createListener(parts))
  opened.push(close)
  const most = 64 * 1024
  const begin = (path: string, length: number) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.write(`POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Length: ${length}\r\n\r\nabc`)
    return socket
  }
  const picture = begin('/api/picture', most + 1)
  const others = [begin('/api/order', most + 1), begin('/api/order', 10), begin('/api/picture', most)]
  await Promise.all(others.map((socket) => once(socket, 'close')))
  expect(others.map(({ bytesRead }) => bytesRead)).toEqual([0, 0, 0])
  const answered = once(picture, 'data')
  picture.write('d'.repeat(most + 1 - 3))
  expect(String(await answered)).toContain(`here are ${most + 1}`)
  picture.destroy()
})

test('a body that arrives in time keeps its connection', async () => {
  const fetch = async (request: Request) => {
    await request.text()
    await new Promise((resolve) => setTimeout(resolve, 400))
    return new Response('here')
  }
  const bodyMs = { usual: 200, picture: 200 }
  const { port, close } = await serve(
    createListener({ cache: { answer: () => false }, fetch, record: vi.fn(), bodyMs }),
  )
  opened.push(close)
  const answer = await globalThis.fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'a whole body' })
  expect(await answer.text()).toBe('here')
})

test('a request without a declared body is read as empty, and one with a length in full', async () => {
  const fetch = async (request: Request) => new Response(`${request.method} of ${(await request.text()).length}`)
  const { port, close } = await serve(createListener({ cache: { answer: () => false }, fetch, record: vi.fn() }))
  opened.push(close)
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let received = ''
  socket.on('data', (text: string) => (received += text))
  const heads = ['POST / HTTP/1.1', 'DELETE / HTTP/1.1', 'POST / HTTP/1.1\r\nContent-Length: 3']
  socket.write(heads.map((head, n) => `${head}\r\nHost: shop\r\n\r\n${n === 2 ? 'abc' : ''}`).join(''))
  await vi.waitFor(() => expect(received.match(/\w+ of \d/g)).toEqual(['POST of 0', 'DELETE of 0', 'POST of 3']))
})
