import { Hono, type MiddlewareHandler } from 'hono'
import { beforeEach, expect, test } from 'vitest'
import { literalPath } from './literal-path.ts'

let calls = 0
const count: MiddlewareHandler = async (_, next) => {
  calls += 1
  await next()
}
const app = new Hono({ getPath: literalPath })
app.use('*', count)
app.use('/a/*', count)
app.get('/a/:first/:second', count, (c) => c.json(c.req.param()))
// Hono's faster router does not support this pattern.
app.get('/:file{.+\\.png}', (c) => c.text('a picture'))
app.all('*', (c) => c.text(c.req.path))
beforeEach(() => {
  calls = 0
})

test.each([
  ['/*', 1],
  ['/%2A', 1],
  ['/%2a?x=*', 1],
  ['/a/*', 2],
  ['/a/%2A', 2],
  ['/a/:first/:second', 3],
  ['/a/*/*', 3],
])('each handler at %s runs once', async (path, once) => {
  expect((await app.request(path)).status).toBe(200)
  expect(calls).toBe(once)
})

test('a handler reads the parameters as they were requested', async () => {
  expect(await (await app.request('/a/:first/*')).json()).toEqual({ first: ':first', second: '*' })
  expect(await (await app.request('/a/%3Afirst/%2A')).json()).toEqual({ first: ':first', second: '*' })
  expect(await (await app.request('/a/x*:/%252A')).json()).toEqual({ first: 'x*:', second: '%2A' })
})

test('any other path stays unchanged', async () => {
  expect(await (await app.request('/b/c:d*')).text()).toBe('/b/c:d*')
})
