import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createHttpServer, createListener } from './listener.ts'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

/** A shop whose answers wait until they are let go. */
async function waiting() {
  const answers: (() => void)[] = []
  const fetch = ({ url }: Request) =>
    new Promise<Response>((resolve) => answers.push(() => resolve(new Response(new URL(url).pathname))))
  const record = vi.fn()
  const server = createHttpServer().on('request', createListener({ cache: { answer: () => false }, fetch, record }))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  opened.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
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

test('sixteen requests at once on a connection are answered in their order', async () => {
  const { answers, call, record } = await waiting()
  const client = call()
  client.ask(...paths(16))
  await vi.waitFor(() => expect(answers).toHaveLength(16))
  for (const answer of answers.toReversed()) answer()
  await vi.waitFor(() => expect(client.answered()).toEqual(paths(16)))
  expect(record).toHaveBeenCalledTimes(16)
})

test('what was answered counts no more', async () => {
  const { answers, call } = await waiting()
  const client = call()
  for (let round = 1; round <= 3; round += 1) {
    client.ask(...paths(10, `r${round}n`))
    await vi.waitFor(() => expect(answers).toHaveLength(10))
    for (const answer of answers.splice(0)) answer()
    await vi.waitFor(() => expect(client.answered()).toHaveLength(10 * round))
  }
})

test('whoever asks for more without waiting loses the connection, and nobody else does', async () => {
  const { answers, call } = await waiting()
  const [greedy, other] = [call(), call()]
  other.ask('/mine')
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const closed = once(greedy.socket, 'close')
  greedy.ask(...paths(1000))
  await closed
  expect(answers).toHaveLength(17)
  for (const answer of answers) answer()
  await vi.waitFor(() => expect(other.answered()).toEqual(['/mine']))
})

test('a connection on which nothing moves for a minute ends', () => {
  expect(createHttpServer().timeout).toBe(60_000)
})
