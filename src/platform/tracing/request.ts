import type { IncomingMessage, ServerResponse } from 'node:http'
import { openSpan } from './trace.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Runs a request's work in a span of its own until its response is closed. The address is not recorded; the route is, once known.
 * @param isTrusted whether the caller is a proxy of ours, whose trace the request then joins.
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
    span.end(headersSent && statusCode < 500 ? undefined : new Error('no answer, or a server error'))
  })
  return within(work)
}
