import './node-env.ts'
import type { Server } from 'node:http'
import { serveBackups } from '#platform/db/backup-socket.ts'
import { createAccessLog } from '#platform/http/access-log.ts'
import { createLog, type Log } from '#platform/log/log.ts'
import { createPrivateText } from '#platform/log/private-text.ts'
import { createRequestIds } from '#platform/log/request-id.ts'
import { createWriteBuffer } from '#platform/log/write-buffer.ts'
import { pageServicesContext } from '#web/lib/page-context.ts'
import { readConfig, type Config } from './config.ts'
import { ConfigError } from './config/error.ts'
import { createApp } from './server/app.ts'
import { banner } from './server/banner.ts'
import { createHttpServer, createListener } from './server/listener.ts'
import { createPageServices } from './server/page-services.ts'
import { buildFolder, loadPages } from './server/pages-build.ts'
import { createPages } from './server/pages.ts'
import { createReadiness, whileOpening } from './server/readiness.ts'
import { endOnFailure, stopGracefully } from './server/stop.ts'
import { openShop, type Shop } from './shop.ts'

const started = performance.now()

async function start(): Promise<void> {
  const development = process.argv.includes('--dev')
  const config = readConfig()
  const output = createWriteBuffer((text) => process.stdout.write(text))
  const privateText = createPrivateText(config.authSecret)
  const log = createLog(output, privateText)
  endOnFailure(log)
  const server = createHttpServer()
  const stopTracing = await openTracing(config)
  if (config.worker === 'only') return workOnly(config, log, server, stopTracing)
  server.on('request', whileOpening)
  await listen(server, config.port, config)
  // In parallel: one waits for the database while the other loads its modules.
  const [shop, site] = await Promise.all([openShop(config, { log }), loadPages(development, server)])
  const pages = createPages(site.build, pageServicesContext, createPageServices(shop, config), site.mode)
  const readiness = createReadiness(shop.ping)
  const app = createApp(shop, config, pages, development ? undefined : buildFolder, readiness)
  // On a terminal, a line for every request of the page being viewed would only hide what matters.
  const record = process.stdout.isTTY ? () => {} : createAccessLog(output, privateText)
  const handle = createListener({
    cache: shop.cache,
    fetch: app.fetch,
    record,
    nextId: createRequestIds(config.trustedProxies > 0),
    isTrusted: config.trustedProxies > 0,
  })
  let metrics: Awaited<ReturnType<typeof openMetrics>>
  const { dump } = shop.engine
  const stopBackups = dump ? serveBackups(config.dataDir, dump, log) : async () => {}
  const steps = [() => site.close(), stopBackups, () => shop.close(), async () => metrics?.stop(), stopTracing]
  const isStopping = stopGracefully(server, steps, log, {
    drain: readiness.drain,
    drainSeconds: config.drainSeconds,
    endStreams: () => shop.staffChanges.stop(),
  })
  // Orders add messages within their transactions, where the queue could not be opened.
  await shop.jobs.open()
  metrics = await openMetrics(config, shop, readiness, log)
  server.off('request', whileOpening)
  if (metrics) server.prependListener('request', metrics.onRequest)
  server.on('request', site.before ? (q, s) => site.before?.(q, s, () => handle(q, s)) : handle)
  if (config.worker === 'on') await work(shop, isStopping)
  process.stdout.write(banner(config, shop, performance.now() - started))
}

/** Starts the background work: this process's own and what other processes leave to it. */
async function work({ jobs, tasks, followUps }: Shop, isStopping: () => boolean): Promise<void> {
  try {
    await jobs.run(tasks)
    await followUps.start()
  } catch (error) {
    // The process answers requests before all of this has started, and may also be told to stop before that.
    if (!isStopping()) throw error
  }
}

/** Does the background work that the shop's other processes leave to it, and answers no requests. */
async function workOnly(config: Config, log: Log, server: Server, stopTracing: () => Promise<void>): Promise<void> {
  const shop = await openShop(config, { log })
  const readiness = createReadiness(shop.ping)
  let metrics: Awaited<ReturnType<typeof openMetrics>>
  const steps = [() => shop.close(), async () => metrics?.stop(), stopTracing]
  const isStopping = stopGracefully(server, steps, log, { drain: readiness.drain })
  await work(shop, isStopping)
  metrics = await openMetrics(config, shop, readiness, log)
  process.stdout.write(banner(config, shop, performance.now() - started))
}

/** Starts tracing if OpenTelemetry's variables name a collector. @returns a function that sends the rest and ends tracing. */
async function openTracing({ tracing }: Config): Promise<() => Promise<void>> {
  if (!tracing) return async () => {}
  // The library is loaded only when something is traced.
  const openTelemetry = await import('#platform/tracing/open-telemetry.ts')
  return openTelemetry.openTracing(tracing)
}

/** Metrics on a port of their own, if one is set. */
async function openMetrics(config: Config, shop: Shop, { isReady }: ReturnType<typeof createReadiness>, log: Log) {
  if (config.metricsPort === undefined) return undefined
  // The library is loaded only when something is measured.
  const { createMetrics } = await import('./server/metrics/server.ts')
  const metrics = createMetrics(shop, isReady, log)
  await listen(metrics.server, config.metricsPort, config)
  return metrics
}

function listen(server: Server, port: number, { host, metricsPort }: Config): Promise<void> {
  const name = port === metricsPort ? 'METRICS_PORT' : 'PORT'
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const taken = `${name} ${port} is in use: stop whatever is listening there, or set ${name} to another port`
      const refused = `HOST ${host} with ${name} ${port} cannot be used: choose an address of this machine and a port this user may use`
      reject(cause.code === 'EADDRINUSE' ? new Error(taken) : new Error(refused, { cause }))
    })
    server.listen(port, host, resolve)
  })
}

await start().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
})

/** The reason for a failed query is in its cause. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError || !(error.cause instanceof Error)) return error.message
  const { cause } = error
  // When several addresses were tried, each error has a message, but the AggregateError has none.
  const reason = cause instanceof AggregateError ? cause.errors.map(String).join(', ') : cause.message
  return `${error.message.split('\n')[0]}: ${reason}`
}
