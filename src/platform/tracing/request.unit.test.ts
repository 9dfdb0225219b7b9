import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '#testing/serve.ts'
import { describeSpan, openSpan, traced, traceWith, type OpenSpan, type SpanStart } from './trace.ts'
import { tracedRequest } from './request.ts'

afterEach(() => traceWith(undefined))

/** Records what happens to each span, in the order in which they began. */
function keepSpans() {
  const kept: { start: SpanStart; parent: OpenSpan | string | undefined; span: OpenSpan; ended: unknown[] }[] = []
  traceWith({
    start(start, parent) {
      const ended: unknown[] = []
      const span = { rename: vi.fn(), set: vi.fn(), end: (error?: unknown) => void ended.push(error) }
      kept.push({ start, parent, span, ended })
      return span
    },
  })
  return kept
}

async function ask(isTrusted: boolean, status = 200): Promise<void> {
  const { port, close } = await serve((request, response) =>
    tracedRequest(request, response, { id: 'r1', isTrusted }, () => response.writeHead(status).end()),
  )
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`
  await (await fetch(`http://127.0.0.1:${port}/who@example.com?q=word`, { headers: { traceparent } })).text()
  close()
}

test('a trace is continued from a trusted proxy only', async () => {
  const kept = keepSpans()
  await ask(true)
  await ask(false)
  expect(kept.map(({ parent }) => parent)).toEqual([`00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`, undefined])
  expect(kept[0]?.start).toEqual({
    name: 'GET',
    kind: 'server',
    attributes: { 'http.request.method': 'GET', 'http.request.id': 'r1' },
  })
  await vi.waitFor(() => expect(kept.map(({ ended }) => ended)).toEqual([[undefined], [undefined]]))
})

test('a server error ends its span as failed', async () => {
  const kept = keepSpans()
  await ask(false, 503)
  await vi.waitFor(() => expect(kept[0]?.ended).toEqual([expect.any(Error)]))
  expect(kept[0]?.span.set).toHaveBeenCalledWith({ 'http.response.status_code': 503 })
})

test('nested work has a child span, and a failure is recorded and rethrown', async () => {
  const kept = keepSpans()
  const failed = new Error('as a test wants it')
  const inner = traced(
    () => ({ name: 'outer', kind: 'internal' }),
    () =>
      traced(
        () => ({ name: 'inner', kind: 'internal' }),
        () => {
          describeSpan((span) => span.rename('inside'))
          return Promise.reject(failed)
        },
      ),
  )
  await expect(inner).rejects.toBe(failed)
  expect(kept.map(({ start, ended }) => [start.name, ended])).toEqual([
    ['outer', [failed]],
    ['inner', [failed]],
  ])
  expect(kept[1]?.parent).toBe(kept[0]?.span)
  expect(kept[1]?.span.rename).toHaveBeenCalledWith('inside')
})

test('nothing is described without a tracer', async () => {
  const what = vi.fn()
  expect(await traced(what, async () => 'done')).toBe('done')
  expect(openSpan({ name: 'none', kind: 'server' })).toBeUndefined()
  describeSpan(what)
  await ask(true)
  expect(what).not.toHaveBeenCalled()
})
