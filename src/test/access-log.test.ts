import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAccessLog } from '#platform/http/access-log.ts'
import { requestId } from '#platform/log/request-id.ts'
import { createPrivateText } from '#platform/log/private-text.ts'
import { createListener } from '#server/listener.ts'
import { serve } from '#testing/serve.ts'
import { openTestSite } from '#testing/site.ts'

const site = await openTestSite()
const recorded: string[] = []
const record = createAccessLog({ add: (line) => recorded.push(line), flush() {} }, createPrivateText('secret'))
const server = await serve(createListener({ cache: site.shop.cache, fetch: site.app.fetch, record }))
afterAll(async () => {
  server.close()
  await site.close()
})
beforeEach(() => void recorded.splice(0))

describe('the access log', () => {
  test('has one line per answer, cached ones too, without query strings or e-mails', async () => {
    const ask = async (path: string) => (await fetch(server.origin + path)).arrayBuffer()
    await ask('/blogs')
    await ask('/blogs')
    await ask('/resetpassword?token=topsecret')
    await ask('/api/admin/eve%40example.com?x=1')
    const common = {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'info',
      message: 'request',
      method: 'GET',
      ms: expect.any(Number),
      requestId: expect.stringMatching(/^[0-9a-f]{12}-\w+$/),
    }
    const lines = recorded.map((line): { ms: number; requestId: string } => JSON.parse(line))
    expect(lines).toEqual([
      { ...common, path: '/blogs', status: 200 },
      { ...common, path: '/blogs', status: 200 },
      { ...common, path: '/resetpassword', status: 200 },
      { ...common, path: expect.stringMatching(/^\/api\/admin\/email-[\w-]{10}$/), status: 401 },
    ])
    expect(new Set(lines.map((line) => line.requestId)).size).toBe(4)
    for (const { ms } of lines) expect([ms >= 0, ms < 60_000]).toEqual([true, true])
    expect(recorded.every((line) => line.endsWith('}\n'))).toBe(true)
    expect(recorded.join('')).not.toMatch(/topsecret|\beve\b|x=1/)
  })

  test('uses the same request ID as the answer and the other log lines', async () => {
    const error = vi.spyOn(site.shop.log, 'error').mockImplementation(() => {})
    const ping = vi.spyOn(site.shop, 'ping').mockImplementation(() => {
      error(requestId() ?? '')
      throw new Error('no database')
    })
    const failing = await serve(createListener({ cache: site.shop.cache, fetch: site.appWith({}).fetch, record }))
    const answer = await fetch(`${failing.origin}/healthz`, { headers: { 'x-request-id': 'of-a-stranger' } })
    ping.mockRestore()
    const id = answer.headers.get('x-request-id')
    expect(id).toMatch(/^[0-9a-f]{12}-\w+$/)
    expect(await answer.json()).toMatchObject({ status: 500, requestId: id })
    expect(error.mock.calls[0]).toEqual([id])
    error.mockRestore()
    await failing.close()
    await vi.waitFor(() => expect(recorded.join('')).toContain(`"status":500,"ms":`))
    expect(JSON.parse(recorded.join('').split('\n').at(-2) ?? '')).toMatchObject({ requestId: id })
  })

  test('keeps any path on a single line', async () => {
    await (await fetch(`${server.origin}/%22%0Aa`)).arrayBuffer()
    const { port } = new URL(server.origin)
    const socket = connect(Number(port), 'localhost')
    socket.write('GET /a"b\\c HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    await once(socket.resume(), 'close')
    await vi.waitFor(() => expect(recorded).toHaveLength(2))
    expect(recorded.map((line) => JSON.parse(line).path)).toEqual(['/%22%0Aa', '/a"b\\c'])
  })

  test('keeps lines short, whatever pseudonyms a path turns into', async () => {
    await (await fetch(`${server.origin}/${'a@b.c/'.repeat(1000)}`)).arrayBuffer()
    await (await fetch(`${server.origin}/${'x'.repeat(7000)}`)).arrayBuffer()
    expect(recorded).toHaveLength(2)
    for (const line of recorded) expect(line.length).toBeLessThan(720)
  })

  test('has a line for a request whose client left before the answer', async () => {
    const { port } = new URL(server.origin)
    const socket = connect(Number(port), 'localhost')
    await once(socket, 'connect')
    // This call always takes a while: the client is gone before it is answered.
    const body = JSON.stringify({ email: 'eve@example.com' })
    const head = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`]
    socket.write(`POST /api/auth/request-password-reset HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`, () =>
      socket.destroy(),
    )
    await vi.waitFor(() =>
      expect(recorded.join('')).toMatch(/"POST","path":"\/api\/auth\/request-password-reset","status":499,/),
    )
  })
})
