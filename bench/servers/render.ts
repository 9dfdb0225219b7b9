/** The limit for a page that is not kept: a bare node:http server that calls renderToString on the home page's own tree. */
import { createServer } from 'node:http'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext, type ServerBuild } from 'react-router'
import { createPages } from '#server/pages.ts'
import { pageServicesContext } from '#web/lib/page-context.ts'
import { createPageServices } from '../../src/server/page-services.ts'
import { loadPages } from '../../src/server/pages-build.ts'
import { openBenchShop } from './open-shop.ts'

const doctype = '<!DOCTYPE html>'
const server = createServer()
const home = await captureHome()
const headers = ['content-type', 'text/html; charset=utf-8']

server.on('request', (_request, response) => {
  const page = renderToString(createElement(ServerRouter, { context: home.context, url: home.url }))
  const bytes = Buffer.from(doctype + page + home.blocks)
  response.writeHead(200, [...headers, 'content-length', String(bytes.length)])
  response.end(bytes)
})
server.listen(Number(process.env.PORT), '127.0.0.1')

/** What React Router hands to the entry for GET /, and the data that the entry puts into what React renders of it. */
async function captureHome(): Promise<{ url: string; context: EntryContext; blocks: string }> {
  const { shop, config } = await openBenchShop()
  const { build } = await loadPages(false, server)
  if (typeof build === 'function') throw new Error('the pages are not built')
  const url = `${config.publicUrl}/`
  const services = createPageServices(shop, config)
  let captured: EntryContext | undefined
  const capturing = withEntry(build, async (...args) => {
    const [request, status, responseHeaders, context, loadContext] = args
    captured = context
    return build.entry.module.default(request, status, responseHeaders, context, loadContext)
  })
  const html = await (
    await createPages(capturing, pageServicesContext, services, 'production').render(new Request(url), {
      clientAddress: '127.0.0.1',
      shows: () => {},
    })
  ).text()
  await shop.close()
  if (!captured) throw new Error('the home page was not rendered')
  const context = { ...captured, serverHandoffStream: undefined }
  const rendered = doctype + renderToString(createElement(ServerRouter, { context, url }))
  const bodyEnd = rendered.lastIndexOf('</body>')
  return { url, context, blocks: html.slice(bodyEnd, bodyEnd + html.length - rendered.length) }
}

function withEntry(build: ServerBuild, entry: ServerBuild['entry']['module']['default']): ServerBuild {
  return { ...build, entry: { ...build.entry, module: { ...build.entry.module, default: entry } } }
}
