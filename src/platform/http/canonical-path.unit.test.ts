import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { canonicalPath } from './canonical-path.ts'

const origin = 'https://shop.example'
const app = new Hono().use(canonicalPath(origin)).all('*', (c) => c.text('read'))

test.each([
  ['/%74ools', '/tools'],
  ['/sandbox/sign%2Din/x?y=%2D', '/sandbox/sign-in/x?y=%2D'],
  ['/api/%74ool/%61%2Fb', '/api/tool/a%2Fb'],
  ['/%E0%A4%A%7e', '/%E0%A4%A~'],
  ['//evil.example/%61', '//evil.example/a'],
])('%s redirects to %s, whatever the method', async (path, canonical) => {
  for (const method of ['GET', 'POST']) {
    const answer = await app.request(origin + path, { method })
    expect(answer.status).toBe(308)
    expect(answer.headers.get('location')).toBe(origin + canonical)
  }
})

test.each(['/api/user/eve%40example.com', '/%E0%A6%A2', '/a%20b', '/tools?q=%61'])(
  '%s passes without a redirect',
  async (path) => {
    expect(await (await app.request(origin + path)).text()).toBe('read')
  },
)
