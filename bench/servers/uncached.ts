/** The shop as main.ts starts it, but without caches: every page and list is made anew for every call. */
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createPages } from '#server/pages.ts'
import { testLog } from '#testing/log.ts'
import { pageServicesContext } from '#web/lib/page-context.ts'
import { readConfig } from '../../src/config.ts'
import { createApp } from '../../src/server/app.ts'
import { createPageServices } from '../../src/server/page-services.ts'
import { loadPages } from '../../src/server/pages-build.ts'
import { openShop } from '../../src/shop.ts'

const config = readConfig()
const shop = await openShop(config, { log: testLog })
const server = createServer()
const { build } = await loadPages(false, server)
const pages = createPages(build, pageServicesContext, createPageServices(shop, config), 'production')
server.on('request', getRequestListener(createApp(shop, config, pages).fetch))
server.listen(config.port, config.host)
// Node writes a profile when the process exits by itself, not when a signal ends it.
process.once('SIGTERM', () => process.exit())
