import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyLimit } from './body-limit.ts'

const oneMegabyte = 1024 * 1024

let server: Server
let origin: string
beforeAll(async () => {
  const app = new Hono().use(bodyLimit(oneMegabyte)).all('*', async (c) => c.text(String((await c.req.text()).length)))
  server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => server.close())

async function send(method: string, body: BodyInit | null = null) {
  // The DOM's type of the options does not know `duplex`, which a stream needs.
  const options = { method, body, duplex: 'half' }
  return fetch(origin, options)
}

/** Sent in chunks, without a length. */
const chunked = (...sizes: number[]) =>
  new ReadableStream({
    start(controller) {
      for (const size of sizes) controller.enqueue(new TextEncoder().encode('x'.repeat(size)))
      controller.close()
    },
  })

test.each(['DELETE', 'PUT', 'POST', 'GET'])('a %s without a body goes through', async (method) => {
  expect(await (await send(method)).text()).toBe('0')
})

test('a body goes through whole, with a length or in chunks', async () => {
  expect(await (await send('POST', 'x'.repeat(oneMegabyte))).text()).toBe(String(oneMegabyte))
  expect(await (await send('POST', chunked(3, oneMegabyte - 3))).text()).toBe(String(oneMegabyte))
})

test.each([
  ['with a length', () => 'x'.repeat(oneMegabyte + 1)] as const,
  ['in chunks', () => chunked(oneMegabyte, 1)] as const,
])('one byte too many %s is 413', async (_, body) => {
  const answer = await send('POST', body())
  expect(answer.status).toBe(413)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
})
