import { createServer, type RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createLog } from '#platform/log.ts'
import { createPages } from '#platform/pages/pages.ts'
import { pageServicesContext } from '#web/lib/page-context.ts'
import { createApp } from './app.ts'
import { banner } from './banner.ts'
import { readConfig, type Config } from './config.ts'
import { createPageServices } from './page-services.ts'
import { buildFolder, loadPages } from './pages-build.ts'
import { openShop } from './shop.ts'
import { stopGracefully } from './stop.ts'

const started = performance.now()

async function start(): Promise<void> {
  const development = process.argv.includes('--dev')
  const config = readConfig()
  const log = createLog()
  const shop = await openShop(config, { log })
  const server = createServer({ maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout: 30_000 })
  const site = await loadPages(development, server)
  const pages = createPages(site.build, pageServicesContext, createPageServices(shop, config), site.mode)
  const app = createApp(shop, config, pages, development ? undefined : buildFolder)
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const handle: RequestListener = (request, response) => {
    if (!shop.cache.answer(request, response)) void listener(request, response)
  }
  server.on('request', site.before ? (q, s) => site.before?.(q, s, () => handle(q, s)) : handle)
  await listen(server, config)
  await shop.jobs.run(shop.tasks)
  stopGracefully(server, [() => site.close(), () => shop.close()], log)
  process.stdout.write(banner(config, shop, performance.now() - started))
}

function listen(server: ReturnType<typeof createServer>, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`PORT ${port} is taken: stop what listens there, or set PORT to another`) : error),
    )
    server.listen(port, host, resolve)
  })
}

await start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
