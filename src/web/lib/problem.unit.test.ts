import { expect, test } from 'vitest'
import { ApiProblem, expectSuccess } from './problem.ts'

const problemOf = (answer: Response) =>
  expectSuccess(answer).then(
    () => undefined,
    (error: unknown) => (error instanceof ApiProblem ? error : undefined),
  )

test('a problem document becomes a problem, with its own members apart', async () => {
  const body = {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'The price changed.',
    errors: [{ path: 'totalAmount', message: 'changed' }, 'not an error'],
    totalAmount: 84.5,
  }
  const problem = await problemOf(Response.json(body, { status: 409 }))
  expect(problem).toMatchObject({ status: 409, title: 'Conflict', detail: 'The price changed.' })
  expect(problem?.errors).toEqual([{ path: 'totalAmount', message: 'changed' }])
  expect(problem?.extra).toEqual({ totalAmount: 84.5 })
})

test('an answer that is no JSON still says something', async () => {
  const problem = await problemOf(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(problem?.detail).toBe('The shop answered with an error (502).')
})

test('a success passes', async () => {
  const answer = new Response('ok')
  expect(await expectSuccess(answer)).toBe(answer)
})
