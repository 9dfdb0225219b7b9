import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '#testing/serve.ts'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

/** A server that answers at once, and records what it was asked. */
async function openServer() {
  const asked: string[] = []
  const { port, close } = await serve((request, response) => {
    asked.push(request.url ?? '')
    request.resume()
    response.end('answered')
  })
  opened.push(close)
  const call = () => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.on('error', () => undefined)
    let received = ''
    socket.on('data', (text: string) => (received += text))
    opened.push(() => socket.destroy())
    return { socket, received: () => received, answers: () => received.split('answered').length - 1 }
  }
  return { asked, call }
}

const get = (count: number) => 'GET /p HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(count)

test('thousands of requests at once are cut to sixteen, and the connection ends', async () => {
  const { asked, call } = await openServer()
  const { socket } = call()
  const closed = once(socket, 'close')
  socket.write(get(2_000))
  await closed
  expect(asked).toHaveLength(16)
})

test('sixteen requests at once are answered, as often as they are sent', async () => {
  const { call } = await openServer()
  const { socket, answers } = call()
  for (let round = 1; round <= 5; round += 1) {
    socket.write(get(16))
    await vi.waitFor(() => expect(answers()).toBe(16 * round))
  }
})

test('each connection has its own count', async () => {
  const { call } = await openServer()
  const all = Array.from({ length: 5 }, call)
  for (const { socket } of all) socket.write(get(10))
  for (const { answers } of all) await vi.waitFor(() => expect(answers()).toBe(10))
})

test('a chunked body is refused with a hint, and nothing behind it is read', async () => {
  const { asked, call } = await openServer()
  const { socket, received } = call()
  const closed = once(socket, 'close')
  socket.write('POST /form HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n')
  socket.write('1\r\n \r\n'.repeat(1_000) + get(3))
  await closed
  expect(received()).toMatch(/^HTTP\/1\.1 411 Length Required\r\n/)
  const [, body = ''] = received().split('\r\n\r\n')
  expect(JSON.parse(body)).toMatchObject({ status: 411, detail: expect.stringContaining('Content-Length') })
  expect(asked).toEqual([])
})

test('a body with a declared length is read', async () => {
  const { asked, call } = await openServer()
  const { socket, answers } = call()
  socket.write('POST /form HTTP/1.1\r\nHost: shop\r\nContent-Length: 3\r\n\r\nabc')
  await vi.waitFor(() => expect(answers()).toBe(1))
  expect(asked).toEqual(['/form'])
})
