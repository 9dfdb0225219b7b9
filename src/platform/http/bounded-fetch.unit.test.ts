import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { boundedFetch } from './bounded-fetch.ts'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

/** A third-party server. */
async function serving(listener: RequestListener): Promise<Request> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  opened.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  return new Request(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

test('passes on an answer within the limit', async () => {
  const request = await serving((_request, response) => response.writeHead(201, { 'x-id': '1' }).end('12345'))
  const answer = await boundedFetch(5_000, 5)(request)
  expect([answer.status, answer.headers.get('x-id'), await answer.text()]).toEqual([201, '1', '12345'])
})

test('passes on an answer without a body', async () => {
  const answer = await boundedFetch(5_000, 5)(await serving((_request, response) => response.writeHead(204).end()))
  expect([answer.status, await answer.text()]).toEqual([204, ''])
})

test.each<[string, RequestListener]>([
  ['is too long', (_request, response) => response.end('123456')],
  ['never stops', (_request, response) => void setInterval(() => response.write('x'.repeat(1000)), 1).unref()],
  [
    'unpacks to too many bytes',
    (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000))),
  ],
])('ends an answer that %s', async (_what, listener) => {
  await expect(boundedFetch(60_000, 5)(await serving(listener))).rejects.toThrow('more than 5 bytes')
})

test('ends an answer that goes on for ever, a byte at a time', async () => {
  const request = await serving((_request, response) => void setInterval(() => response.write(' '), 5).unref())
  await expect(boundedFetch(100, 1_000_000)(request)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('does not follow a redirect', async () => {
  const elsewhere = await serving((_request, response) => response.end('here'))
  const request = await serving((_request, response) => response.writeHead(302, { location: elsewhere.url }).end())
  await expect(boundedFetch(5_000, 5)(request)).rejects.toThrow('fetch failed')
})
