import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createAccessLog } from '#platform/http/access-log.ts'
import { createPrivateText } from '#platform/log/private-text.ts'
import { createListener } from '#server/listener.ts'
import { namesOfObjects } from '#testing/hostile.ts'
import { serve } from '#testing/serve.ts'
import { openTestSite } from '#testing/site.ts'

/** FUZZ_SEED repeats a run, FUZZ_RUNS makes it longer. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const numRuns = Number(process.env.FUZZ_RUNS ?? 400)

const site = await openTestSite()
const recorded: string[] = []
const record = createAccessLog({ add: (line) => recorded.push(line), flush() {} }, createPrivateText('secret'))
const server = await serve(createListener({ cache: site.shop.cache, fetch: site.app.fetch, record }))
afterAll(async () => {
  server.close()
  await site.close()
})

/** Sends a request line unchanged, which fetch would normalize. @returns the answer's head and status. */
async function sendRaw(
  target: string,
  { method = 'GET', host = 'localhost:3000', header = 'Connection: close' } = {},
): Promise<{ status: number; head: string }> {
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${header}\r\n\r\n`)
  let head = ''
  for await (const chunk of socket) {
    head += String(chunk)
    if (head.includes('\r\n\r\n')) break
  }
  return { status: Number(head.split(' ')[1]), head }
}

const roots = [
  '/',
  '/tools',
  '/tool/',
  '/api/tool/',
  '/api/user/',
  '/api/auth/',
  '/api/auth/callback/google',
  '/sandbox/sign-in/',
  '/sandbox/sign-in',
  '/sandbox/card/payment_intents/',
  '/assets/',
  '/products/',
  '/pictures/',
  '/healthz',
  '/dashboard/payment/',
  '/__manifest',
  '/_.data',
  '/tools.data',
  '/tools?q=5+',
  '/api/tool?q=5+',
  '/sitemap.xml',
]
const pieces = [
  '%2D %2d %6e %2F %2f %5C %00 %0d%0a %zz % %E0%A4%A %ff %c0%af %25 %2525',
  ':toolId /* /%2A .. ../ %2e%2e %2e%2e%2f . // / ; @ : * ~ a ঢ %E0%A6%A2',
  '.data .png .map ? ?a=%zz ?limit=% ?cursor=%00 # & = + -',
  'x'.repeat(300),
  ...namesOfObjects,
].flatMap((line) => line.split(' '))

/** An existing path, with one letter escaped or with something hostile after it, or any other path. */
const hostilePath = fc.oneof(
  fc
    .tuple(fc.constantFrom(...roots), fc.nat(30))
    .map(([root, at]) => root.replace(new RegExp(`(?<=^.{${at}})[a-z-]`), (c) => `%${c.charCodeAt(0).toString(16)}`)),
  fc
    .tuple(fc.constantFrom(...roots), fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }))
    .map(([root, tail]) => root + tail.join('')),
  fc.webPath().map((path) => `/${path}`),
)
const methods = fc.constantFrom('GET', 'GET', 'GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND')

describe('no path causes a server error', () => {
  test.each([
    '/sandbox/sign%2Din/x',
    '/sandbox/sign%2Din/choose',
    '/sandbox%2Fsign-in/x',
    '/sandbox/sign-in/%zz',
    '/%E0%A4%A',
    '/tool/%zz',
    '/api/tool/%zz',
    '/assets/%zz',
    '/_.data%zz',
    '/*',
    '/%2A',
    '/api/*',
    '/api/tool/%2A',
    '/api/tool/:toolId',
    '/sandbox/*',
    '/assets/*',
    '/tool/*',
  ])('%s', async (path) => {
    for (const method of ['GET', 'POST', 'HEAD', 'DELETE'])
      expect((await site.app.request(site.config.publicUrl + path, { method })).status, method).toBeLessThan(500)
  })

  test.each(namesOfObjects)('a search for %s', async (name) => {
    for (const path of ['/tools', '/tools.data', '/api/tool']) {
      for (const q of [name, `${name}s`, `5 ${name}`, `5 ${name}s`, `5.${name}.5`, `hasownproperty-${name}`]) {
        const answer = await site.app.request(`${site.config.publicUrl}${path}?${new URLSearchParams({ q })}`)
        expect(answer.status, `${path} ${q}`).toBe(200)
      }
    }
  })

  test(`at random (FUZZ_SEED=${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(methods, hostilePath, async (method, path) => {
        const answer = await site.app.request(site.config.publicUrl + path, { method })
        await answer.arrayBuffer()
        return answer.status < 500
      }),
      { seed, numRuns },
    )
  })

  test(`at random over the wire (FUZZ_SEED=${seed})`, async () => {
    const target = fc.oneof(
      { weight: 4, arbitrary: hostilePath.map((path) => path.replaceAll(/[^\x21-\x7e]/g, '')) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '*',
          '//',
          '//evil.example/x',
          'http://evil.example/x',
          'http://[',
          'x',
          '/\\x',
          '/?',
        ),
      },
    )
    const host = fc.constantFrom('localhost:3000', 'localhost:3000', '', 'a b', '[', 'evil.example', '%', 'a@b', ':1')
    await fc.assert(
      fc.asyncProperty(methods, target, host, async (method, path, name) => {
        return (await sendRaw(path, { method, host: name })).status < 500
      }),
      { seed, numRuns: Math.ceil(numRuns / 4) },
    )
  })

  test.each(['CONNECT', 'TRACE', 'TRACK', 'BREW'])('with the unusual method %s', async (method) => {
    for (const path of ['/', '/api/tool', '/sandbox/card/payment_intents/pi_1', '/sandbox/sign-in/auth', '/nowhere']) {
      // Node closes the connection of a CONNECT without an answer.
      expect((await sendRaw(path, { method })).status || 400, path).toBeLessThan(500)
    }
  })
})

test('the sign-in sandbox answers whatever connection headers a proxy adds', async () => {
  const path = '/sandbox/sign-in/.well-known/openid-configuration'
  for (const header of [
    'Connection: close',
    'Connection: keep-alive, x',
    'Keep-Alive: 5',
    'Upgrade: h2c',
    'TE: trailers',
  ])
    expect((await sendRaw(path, { header })).status, header).toBe(200)
})

test('a path with needless escapes redirects to the plain path before anything else handles it', async () => {
  const answer = await site.app.request(`${site.config.publicUrl}/sandbox/sign%2Din/x?y=%2D`)
  expect(answer.status).toBe(308)
  expect(answer.headers.get('location')).toBe(`${site.config.publicUrl}/sandbox/sign-in/x?y=%2D`)
})

test('an unreadable path is not found like any other, without a warning on the console', async () => {
  // React Router would warn about it.
  const warn = vi.spyOn(console, 'warn')
  for (const path of ['/%E0%A4%A', '/%', '/tool/%ff']) {
    const answer = await site.app.request(site.config.publicUrl + path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Opps Page Not Found!!!')
  }
  expect(warn).not.toHaveBeenCalled()
})

test('an invalid request is answered 400 with a problem document', async () => {
  const { status, head } = await sendRaw('/nowhere', { host: 'a b' })
  expect(status).toBe(400)
  expect(head).toMatch(/content-type: application\/problem\+json/i)
  expect(head).toMatch(/cache-control: no-store/i)
})
