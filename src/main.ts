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
  // At once: the one waits for the database while the other reads its modules.
  const [shop, site] = await Promise.all([openShop(config, { log }), loadPages(development, server)])
  const pages = createPages(site.build, pageServicesContext, createPageServices(shop, config), site.mode)
  const readiness = createReadiness(shop.ping)
  const app = createApp(shop, config, pages, development ? undefined : buildFolder, readiness)
  // At a terminal the requests of the page one is looking at would only hide what matters.
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
  // Orders add messages in their transactions, within which the queue could not be opened.
  await shop.jobs.open()
  metrics = await openMetrics(config, shop, readiness, log)
  server.off('request', whileOpening)
  if (metrics) server.prependListener('request', metrics.onRequest)
  server.on('request', site.before ? (q, s) => site.before?.(q, s, () => handle(q, s)) : handle)
  if (config.worker === 'on') await work(shop, isStopping)
  process.stdout.write(banner(config, shop, performance.now() - started))
}

/** Begins the background work, its own and what others leave to it. */
async function work({ jobs, tasks, followUps }: Shop, isStopping: () => boolean): Promise<void> {
  try {
    await jobs.run(tasks)
    await followUps.start()
  } catch (error) {
    // It answers before all of this has begun, and may be told to stop before that too.
    if (!isStopping()) throw error
  }
}

/** Does what others of the shop's processes leave to it, and answers nobody. */
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

/** Traces, where OpenTelemetry's variables name a collector. @returns what sends the rest and ends it. */
async function openTracing({ tracing }: Config): Promise<() => Promise<void>> {
  if (!tracing) return async () => {}
  // Who has nothing traced does not read the library.
  const openTelemetry = await import('#platform/tracing/open-telemetry.ts')
  return openTelemetry.openTracing(tracing)
}

/** Metrics on a port of their own, where one is named. */
async function openMetrics(config: Config, shop: Shop, { isReady }: ReturnType<typeof createReadiness>, log: Log) {
  if (config.metricsPort === undefined) return undefined
  // Who has nothing measured does not read the library.
  const { createMetrics } = await import('./server/metrics/server.ts')
  const metrics = createMetrics(shop, isReady, log)
  await listen(metrics.server, config.metricsPort, config)
  return metrics
}

function listen(server: Server, port: number, { host, metricsPort }: Config): Promise<void> {
  const name = port === metricsPort ? 'METRICS_PORT' : 'PORT'
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const taken = `${name} ${port} is in use: stop what listens there, or set ${name} to another`
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

/** The reason behind a failed query is in its cause. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError || !(error.cause instanceof Error)) return error.message
  const { cause } = error
  // Of several addresses tried, each has a message of its own, and all together none.
  const reason = cause instanceof AggregateError ? cause.errors.map(String).join(', ') : cause.message
  return `${error.message.split('\n')[0]}: ${reason}`
}
