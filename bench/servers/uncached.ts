/** The shop as main.ts starts it, but with nothing kept: every page and list is made for every call. */
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createPages } from '#server/pages.ts'
import { pageServicesContext } from '#web/lib/page-context.ts'
import { createApp } from '../../src/server/app.ts'
import { createPageServices } from '../../src/server/page-services.ts'
import { loadPages } from '../../src/server/pages-build.ts'
import { openBenchShop } from './open-shop.ts'

const { shop, config } = await openBenchShop()
const server = createServer()
const site = await loadPages(false, server)
const pages = createPages(site.build, pageServicesContext, createPageServices(shop, config), 'production')
server.on('request', getRequestListener(createApp(shop, config, pages).fetch))
server.listen(config.port, config.host)
// A profile is written at an exit, and not when a signal ends the process.
process.once('SIGTERM', () => process.exit())
