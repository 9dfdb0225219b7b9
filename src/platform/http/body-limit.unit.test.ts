import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bodyLimit } from './body-limit.ts'

const oneMegabyte = 1024 * 1024

let server: Server
let origin: string
const app = new Hono().use(bodyLimit(oneMegabyte))
beforeAll(async () => {
  app.onError((error, c) => c.text(error.message, 500))
  app.all('/unread', (c) => c.text('unread', 202))
  app.all('/refused', async (c) => c.text(await c.req.text().catch(() => 'whoever it is'), 403))
  app.all('/unknown', async (c) => c.text(await c.req.text().catch(() => 'whoever it is'), 401))
  app.all('/careless', async (c) =>
    c.json(await c.req.json().catch(() => ({})), { headers: { 'x-thrown-away': 'yes' } }),
  )
  app.all('*', async (c) => c.text(String((await c.req.text()).length)))
  server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => server.close())

async function send(method: string, body: BodyInit | null = null, path = '/') {
  // The DOM's type of the options does not know `duplex`, which a stream needs.
  const options = { method, body, duplex: 'half' }
  return fetch(origin + path, options)
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

test.each(['GET', 'HEAD'])('a %s has no body, whatever it declares', async (method) => {
  const headers = { 'content-length': String(oneMegabyte + 1) }
  expect((await app.request('/', { method, headers })).status).toBe(200)
})

test('a body within the limit goes through whole, with a length or in chunks', async () => {
  expect(await (await send('POST', 'x'.repeat(oneMegabyte))).text()).toBe(String(oneMegabyte))
  const inChunks = await send('POST', chunked(3, oneMegabyte - 3))
  expect(await inChunks.text()).toBe(String(oneMegabyte))
  expect(inChunks.headers.get('connection')).toBe('keep-alive')
})

test('a body that is too large is not read to its end', async () => {
  const cancel = vi.fn()
  const body = new ReadableStream({ pull: (source) => source.enqueue(new Uint8Array(oneMegabyte)), cancel })
  const options = { method: 'POST', body, duplex: 'half', headers: { 'transfer-encoding': 'chunked' } }
  expect((await app.request('/careless', options)).status).toBe(413)
  expect(cancel).toHaveBeenCalledOnce()
})

test('a body that declares itself too large is refused without waiting for it', async () => {
  const pull = vi.fn()
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const options = { method: 'POST', body, duplex: 'half', headers: { 'content-length': String(oneMegabyte + 1) } }
  expect((await app.request('/', options)).status).toBe(413)
  expect(pull).not.toHaveBeenCalled()
})

test('a body that nobody reads is not touched', async () => {
  const pull = vi.fn()
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const options = { method: 'POST', body, duplex: 'half', headers: { 'content-length': String(oneMegabyte + 1) } }
  expect((await app.request('/unread', options)).status).toBe(202)
  expect(pull).not.toHaveBeenCalled()
})

describe.each([
  ['with a length', () => 'x'.repeat(oneMegabyte + 1)] as const,
  ['in chunks', () => chunked(oneMegabyte, 1)] as const,
])('one byte too many %s', (_, body) => {
  test.each(['/', '/careless'])('gets 413 at %s', async (path) => {
    const answer = await send('POST', body(), path)
    expect(answer.status).toBe(413)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.text()).toContain('larger than 1 MB')
    expect(answer.headers.has('x-thrown-away')).toBe(false)
  })

  test('does not affect a handler that ignores the body or refuses the caller', async () => {
    expect((await send('POST', body(), '/unread')).status).toBe(202)
    expect((await send('POST', body(), '/refused')).status).toBe(403)
    expect((await send('POST', body(), '/unknown')).status).toBe(401)
  })
})
