import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, Histogram, type Registry } from 'prom-client'

/** The route pattern that answered each measured request: there are few patterns, however many addresses are made up. */
const routes = new WeakMap<IncomingMessage, string>()

/** Notes the route of a request; for one that is not measured it is not even computed. */
export function noteRoute(request: IncomingMessage, route: () => string): void {
  if (routes.has(request)) routes.set(request, route())
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Counts requests and their durations, each once it is over. */
export function measureRequests(registry: Registry) {
  const registers = [registry]
  const labelNames = ['method', 'route', 'status'] as const
  const count = new Counter({ name: 'http_requests_total', help: 'Requests that are over.', labelNames, registers })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['method', 'route'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  return (request: IncomingMessage, response: ServerResponse): void => {
    const from = performance.now()
    // A request for which no route is noted later was answered from memory.
    routes.set(request, 'kept')
    response.once('close', () => {
      const method = methods.has(request.method ?? '') ? (request.method ?? '') : 'other'
      const route = routes.get(request) ?? ''
      // A client that left before there was an answer gets nginx's status for that.
      const status = response.headersSent ? `${Math.floor(response.statusCode / 100)}xx` : '499'
      count.inc({ method, route, status })
      duration.observe({ method, route }, (performance.now() - from) / 1000)
    })
  }
}
