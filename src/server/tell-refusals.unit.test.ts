import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { problem } from '#platform/http/problem.ts'
import { tellRefusals } from './tell-refusals.ts'

const app = new Hono()
  .use(
    tellRefusals(
      ({ path }) => path !== '/call',
      ['/a.css', '/b.css'],
      ({ headers }) => headers.set('x-protected', headers.get('content-type') ?? ''),
    ),
  )
  .all('/late', () => problem(503, 'Busy <b>now</b>.', { retryAfter: 1 }))
  .all('/call', () => problem(400, 'No.'))
  .all('/least', () => problem(400, 'No.'))
  .all('/told', (c) => c.text('Told already.', 404))
  .all('/fine', (c) => c.text('Fine.', 299 as 200))
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const ask = async (path: string, headers: Record<string, string> = browser, method = 'GET') => {
  const answer = await app.request(path, { headers, method })
  return { answer, type: answer.headers.get('content-type'), text: await answer.text() }
}

test('a browser gets a refusal as a page, with its status and headers', async () => {
  const { answer, text } = await ask('/late')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'retry-after': '1',
    'cache-control': 'no-store',
    'x-protected': 'text/html; charset=utf-8',
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(text).toContain('<title>This page did not load</title>')
  expect(text).toContain('Busy &lt;b&gt;now&lt;/b&gt;.')
  for (const sheet of ['/a.css', '/b.css']) expect(text).toContain(`<link rel="stylesheet" href="${sheet}" />`)
  expect((await ask('/late', browser, 'POST')).text).toBe(text)
  expect((await ask('/least')).type).toBe('text/html; charset=utf-8')
})

test('programs and calls that are no page get the problem document, protected too', async () => {
  for (const { answer, type, text } of [
    await ask('/late', { accept: '*/*' }),
    await ask('/late', {}),
    await ask('/call'),
  ]) {
    expect([type, answer.headers.get('x-protected')]).toEqual(['application/problem+json', 'application/problem+json'])
    expect(JSON.parse(text)).toMatchObject({ status: answer.status })
  }
  expect((await ask('/late', browser, 'HEAD')).type).toBe('application/problem+json')
})

test('a refusal in plain text and a success stay unchanged', async () => {
  expect((await ask('/told')).text).toBe('Told already.')
  const { answer, text } = await ask('/fine')
  expect([text, answer.headers.get('x-protected')]).toEqual(['Fine.', null])
})
