import type { IncomingMessage, ServerResponse } from 'node:http'
import { openSpan } from './trace.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Does the work of a request in a span of its own, until its answer has left. Its address is not told: the route is, once it is known.
 * @param isTrusted whether whoever calls is a proxy of ours, in whose trace the request then is.
 */
export function tracedRequest<T>(
  request: IncomingMessage,
  response: ServerResponse,
  { id, isTrusted }: { id: string; isTrusted: boolean },
  work: () => T,
): T {
  const method = methods.has(request.method ?? '') ? (request.method ?? '') : '_OTHER'
  const given = request.headers['traceparent']
  const attributes = { 'http.request.method': method, 'http.request.id': id }
  const opened = openSpan(
    { name: method, kind: 'server', attributes },
    isTrusted && typeof given === 'string' ? given : undefined,
  )
  if (!opened) return work()
  const { span, within } = opened
  response.once('close', () => {
    const { headersSent, statusCode } = response
    if (headersSent) span.set({ 'http.response.status_code': statusCode })
    span.end(headersSent && statusCode < 500 ? undefined : new Error('no answer, or one of the shop’s failures'))
  })
  return within(work)
}
