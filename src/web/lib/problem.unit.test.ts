import { afterEach, expect, test, vi } from 'vitest'
import { messages } from '#content/messages.ts'
import { ApiProblem, expectSuccess, problemText, reach } from './problem.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const problemOf = (answer: Response) =>
  expectSuccess(answer).then(
    () => undefined,
    (error: unknown) => (error instanceof ApiProblem ? error : undefined),
  )

test('a problem document becomes a problem, with its extra members kept apart', async () => {
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

test('an answer that is not JSON still gives a message', async () => {
  const problem = await problemOf(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(problem?.detail).toBe('The shop answered with an error (502).')
})

test('a successful answer passes through', async () => {
  const answer = new Response('ok')
  expect(await expectSuccess(answer)).toBe(answer)
})

test.each([new TypeError('Failed to fetch'), new TypeError('Load failed')])(
  '"$message" is reported as a lost connection',
  (error) => {
    expect(problemText(error)).toBe(messages.offline)
  },
)

test.each([
  new TypeError('Failed to fetch dynamically imported module: /assets/viewer.js'),
  new TypeError('error loading dynamically imported module: /assets/viewer.js'),
  new TypeError('Importing a module script failed.'),
  new Error('Unable to preload CSS for /assets/core.css'),
])('"$message" is reported as missing code, which needs a reload', (error) => {
  expect(problemText(error)).toBe(messages.codeMissing)
})

test.each([new TypeError('x is not a function'), new Error('Failed to fetch'), 'Load failed'])(
  '%s is reported as our own error',
  (error) => {
    expect(problemText(error)).toMatch(/^Something went wrong/)
  },
)

test('a request without an answer is reported as a lost connection, after 45 seconds of silence', async () => {
  vi.useFakeTimers()
  const answer = new Response('ok')
  const lost: unknown = expect.objectContaining({ status: 0, detail: messages.offline })
  const gaveUp = new DOMException('', 'AbortError')
  for (const [fetched, outcome] of [
    [() => Promise.resolve(answer), answer],
    [() => Promise.reject(new TypeError('Failed to fetch')), lost],
    [() => Promise.reject(gaveUp), gaveUp],
  ] as const) {
    vi.stubGlobal('fetch', fetched)
    expect(await reach('/api/tool').catch((error: unknown) => error)).toEqual(outcome)
  }
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const heard = vi.fn()
  void reach('/api/tool').catch(heard)
  await vi.advanceTimersByTimeAsync(44_999)
  expect(heard).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(heard).toHaveBeenCalledWith(lost)
})
