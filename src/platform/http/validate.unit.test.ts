import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { toProblemResponse } from './problem.ts'
import { body, fieldErrors, header, path, query, refusal } from './validate.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn(), flush: vi.fn() }
const Thing = z.object({ name: z.string().min(1, 'Name is Required'), sizes: z.array(z.number('Must be a number')) })

const app = new Hono()
  .post('/body', body(Thing), (c) => c.json(c.req.valid('json')))
  .get('/query', query(z.object({ q: z.string().max(3, 'too long') })), (c) => c.json(c.req.valid('query')))
  .get('/path/:id', path(z.object({ id: z.uuid() })), (c) => c.json(c.req.valid('param')))
  .get('/header', header('x-size', z.coerce.number('no number').optional()), (c) => c.json(c.req.valid('header')))
app.onError((error, c) => toProblemResponse(error, c, log))

async function ask(address: string, init?: RequestInit) {
  const answer = await app.request(address, init)
  return { status: answer.status, ...((await answer.json()) as object) }
}
const post = (value: unknown) =>
  ask('/body', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })

test('a body is parsed by its schema, or refused with 422 and every wrong field', async () => {
  expect(await post({ name: 'x', sizes: [1], role: 'admin' })).toEqual({ status: 200, name: 'x', sizes: [1] })
  expect(await post({ name: '', sizes: [1, 'x'] })).toMatchObject({
    status: 422,
    detail: 'Name is Required',
    errors: [
      { path: 'name', message: 'Name is Required' },
      { path: 'sizes.1', message: 'Must be a number' },
    ],
  })
})

test('a query is parsed, or refused with 400', async () => {
  expect(await ask('/query?q=abc')).toEqual({ status: 200, q: 'abc' })
  expect(await ask('/query?q=abcd')).toMatchObject({ status: 400, errors: [{ path: 'q', message: 'too long' }] })
})

test('a path that cannot hold an id gives 404', async () => {
  const id = '01900000-0000-7000-8000-000000000000'
  expect(await ask(`/path/${id}`)).toEqual({ status: 200, id })
  expect(await ask('/path/1')).toMatchObject({ status: 404, detail: 'There is nothing at this address.' })
})

test('a header is parsed, may be missing if optional, or is refused with 400', async () => {
  expect(await ask('/header', { headers: { 'x-size': '5' } })).toEqual({ status: 200, 'x-size': 5 })
  expect(await ask('/header')).toEqual({ status: 200 })
  expect(await ask('/header', { headers: { 'x-size': 'x' } })).toMatchObject({
    status: 400,
    errors: [{ path: 'x-size', message: 'no number' }],
  })
})

test('text that no database can store is refused in a body and in a query', async () => {
  expect(await post({ name: 'a\u0000b', sizes: [] })).toMatchObject({ status: 422, errors: [{ path: '' }] })
  expect(await ask('/query?q=%00')).toMatchObject({ status: 400, errors: [{ path: '' }] })
})

test('a refusal starts with what is wrong, and is limited in length', () => {
  expect(refusal('unprocessable', [])).toMatchObject({ status: 422, message: 'The request is not valid.' })
  const issues = Array.from({ length: 60 }, () => ({ message: 'x'.repeat(201), path: [{ key: 'a' }, 1] }))
  const errors = fieldErrors(issues)
  expect(errors).toHaveLength(50)
  expect(errors[0]).toEqual({ path: 'a.1', message: `${'x'.repeat(200)}…` })
  expect(fieldErrors([{ message: 'y'.repeat(200) }])).toEqual([{ path: '', message: 'y'.repeat(200) }])
})
