import { describeSpan, traced } from '../tracing/trace.ts'

type Reach = (request: Request) => Response | Promise<Response>

/** `fetch` for a third-party server, traced. Only the address's host is recorded: the rest reveals what the call is about. */
export function tracedFetch(reach: Reach): (request: Request) => Promise<Response> {
  return (request) => {
    const what = () => {
      const { hostname } = new URL(request.url)
      const attributes = { 'http.request.method': request.method, 'server.address': hostname }
      return { name: `${request.method} ${hostname}`, kind: 'client' as const, attributes }
    }
    return traced(what, async () => {
      const answer = await reach(request)
      describeSpan((span) => span.set({ 'http.response.status_code': answer.status }))
      return answer
    })
  }
}
