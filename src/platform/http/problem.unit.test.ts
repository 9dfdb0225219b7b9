import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#shared/errors.ts'
import { toProblemResponse, problem } from './problem.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn(), flush: vi.fn() }
beforeEach(() => vi.clearAllMocks())

/** What the shop answers when a handler throws. */
async function answerTo(error: Error) {
  const app = new Hono()
  app.onError((thrown, c) => toProblemResponse(thrown, c, log))
  app.get('/x', () => {
    throw error
  })
  const answer = await app.request('/x')
  return { headers: answer.headers, status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('a failure is reported in full, with its fields and extra members', async () => {
  const errors = [{ path: 'name', message: 'Name is Required' }]
  const { body, headers } = await answerTo(
    new Failure('unprocessable', 'Name is Required', { errors, extra: { code: 'x' } }),
  )
  expect(body).toEqual({
    type: 'about:blank',
    title: 'Unprocessable Entity',
    status: 422,
    detail: 'Name is Required',
    errors,
    code: 'x',
  })
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.has('www-authenticate')).toBe(false)
  expect(headers.has('retry-after')).toBe(false)
  expect(log.warn).not.toHaveBeenCalled()
  expect(log.error).not.toHaveBeenCalled()
})

test('a failure without field errors reports none', async () => {
  expect((await answerTo(new Failure('not-found', 'Gone'))).body).not.toHaveProperty('errors')
})

test('a 401 names the scheme to sign in with, and a 429 how long to wait', async () => {
  const unknown = await answerTo(new Failure('unauthenticated', 'Sign in first.'))
  expect(unknown.status).toBe(401)
  expect(unknown.headers.get('www-authenticate')).toBe('Bearer')
  const fast = await answerTo(new Failure('too-many', 'Wait.', { extra: { retryAfter: 12 } }))
  expect(fast.status).toBe(429)
  expect(fast.headers.get('retry-after')).toBe('12')
})

test('an unexpected error is logged, and reveals nothing', async () => {
  const error = new Error('the password of the database is 1234')
  const { status, body } = await answerTo(error)
  expect(status).toBe(500)
  expect(body['detail']).toBe('Something went wrong on our side. Nothing was changed. Try again.')
  expect(JSON.stringify(body)).not.toContain('1234')
  expect(log.error).toHaveBeenCalledWith('request failed', { method: 'GET', path: '/x', error })
})

test('the words of a failing provider are logged, but not shown to the visitor', async () => {
  const cause = new Error('key sk_1 is over')
  const { status, body } = await answerTo(new Failure('provider-failed', 'The provider failed.', { cause }))
  expect(status).toBe(503)
  expect(JSON.stringify(body)).not.toContain('sk_1')
  expect(log.warn).toHaveBeenCalledWith('The provider failed.', { path: '/x', error: cause })
})

test('a body that is not JSON gives 400, any other refusal of the framework 500', async () => {
  expect((await answerTo(new HTTPException(400, { message: 'Malformed JSON' }))).body).toMatchObject({
    status: 400,
    detail: 'The body is not valid JSON.',
  })
  expect((await answerTo(new HTTPException(418))).status).toBe(500)
})

test('a status without a name has the title "Error"', async () => {
  expect(await problem(499, 'x').json()).toMatchObject({ title: 'Error', status: 499 })
})

test('an error that merely carries a status gives 500', async () => {
  expect((await answerTo(Object.assign(new Error('odd'), { status: 400 }))).status).toBe(500)
})

test('a failure wrapped by the database layer is reported unchanged', async () => {
  const refused = new Failure('unavailable', 'Try again.', { extra: { retryAfter: 1 } })
  const { status, headers, body } = await answerTo(new Error('Failed query: select 1', { cause: refused }))
  expect([status, headers.get('retry-after'), body['detail']]).toEqual([503, '1', 'Try again.'])
  expect(log.error).not.toHaveBeenCalled()
})

test.each([
  [Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })],
  [new Error('Failed query', { cause: Object.assign(new Error('terminating connection'), { code: '57P01' }) })],
  [Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })],
  [new Error('Query read timeout')],
])('a busy or absent database gives 503, in words that name no table: %s', async (error) => {
  const { status, headers, body } = await answerTo(error)
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  expect(body['detail']).toBe('The shop is very busy at the moment. Try again in a moment.')
  expect(log.warn).toHaveBeenCalledOnce()
})
