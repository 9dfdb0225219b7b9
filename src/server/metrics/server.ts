import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Log } from '#platform/log/log.ts'
import type { Shop } from '#shop.ts'
import { alive, notReady } from '../readiness.ts'
import { measureRequests } from './requests.ts'
import { measureShop } from './shop.ts'

/** What the operators of a process query, on a port of its own: nobody else needs to reach it. */
export function createMetrics(
  { engine, cache }: Pick<Shop, 'engine' | 'cache'>,
  isReady: () => Promise<boolean>,
  log: Log,
) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const onRequest = measureRequests(registry)
  const renew = measureShop(registry, {
    engine,
    cache,
    warn: (error) => log.warn('the metrics could not be read', { error }),
  })

  async function answer(path: string | undefined): Promise<Response> {
    if (path === '/metrics') await renew()
    if (path === '/metrics')
      return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
    if (path === '/livez') return alive()
    if (path === '/readyz') return (await isReady()) ? alive() : notReady()
    return new Response('GET /metrics, /livez or /readyz\n', { status: 404, headers: { 'content-type': 'text/plain' } })
  }
  const server: Server = createServer((request, response) => {
    void answer(request.url)
      .catch((error: unknown) => {
        log.error('a request to the metrics port failed', { error })
        return notReady()
      })
      .then(async (said) => response.writeHead(said.status, Object.fromEntries(said.headers)).end(await said.text()))
  })
  return {
    /** Sees every request of the shop's own server. */
    onRequest,
    server,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
