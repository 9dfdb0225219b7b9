/** The limit for a page that is not cached: a bare node:http server that calls renderToString on the home page's own tree. */
import { createServer } from 'node:http'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext, type ServerBuild } from 'react-router'
import { createPages } from '#server/pages.ts'
import { testLog } from '#testing/log.ts'
import { pageServicesContext } from '#web/lib/page-context.ts'
import { pageDataBlocks } from '#web/lib/page-data.ts'
import { readConfig } from '../../src/config.ts'
import { createPageServices } from '../../src/server/page-services.ts'
import { loadPages } from '../../src/server/pages-build.ts'
import { openShop } from '../../src/shop.ts'

const server = createServer()
const url = 'http://localhost/'
const { context, blocks } = await captureHome()

server.on('request', (_request, response) => {
  const page = `<!DOCTYPE html>${renderToString(createElement(ServerRouter, { context, url }))}${blocks}`
  const bytes = Buffer.from(page)
  response.writeHead(200, ['content-type', 'text/html; charset=utf-8', 'content-length', String(bytes.length)])
  response.end(bytes)
})
server.listen(Number(process.env.PORT), '127.0.0.1')

/** What React Router passes to the entry for GET /, and the data that the entry adds to what React renders from it. */
async function captureHome(): Promise<{ context: EntryContext; blocks: string }> {
  const config = readConfig()
  const shop = await openShop(config, { log: testLog })
  const { build } = await loadPages(false, server)
  if (typeof build === 'function') throw new Error('the pages are not built')
  const captured = Promise.withResolvers<EntryContext>()
  const entry: ServerBuild['entry']['module']['default'] = async (_request, _status, _headers, handed) => {
    captured.resolve(handed)
    return new Response()
  }
  const capturing = { ...build, entry: { ...build.entry, module: { ...build.entry.module, default: entry } } }
  const pages = createPages(capturing, pageServicesContext, createPageServices(shop, config), 'production')
  await pages.render(new Request(url), { clientAddress: '127.0.0.1', shows: () => {} })
  const { serverHandoffStream, ...home } = await captured.promise
  const data = await new Response(serverHandoffStream).text()
  await shop.close()
  return { context: home, blocks: pageDataBlocks(home, data) }
}
