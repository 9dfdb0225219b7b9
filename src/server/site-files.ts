import { Hono } from 'hono'
import { textPages } from '#content/company.ts'
import { toolList } from '#features/catalogue/tags.ts'
import { showsPublic, type Keepable } from '#platform/page-cache/middleware.ts'
import type { Shop } from '#shop.ts'

export const publicPaths = [
  '/',
  '/tools',
  '/blogs',
  '/myportfolio',
  '/objectives',
  '/review',
  '/businesssummery',
  '/buyproduct',
  ...textPages.map(({ path }) => path),
]
export const privatePaths = ['/api/', '/dashboard', '/addtool', '/managetools', '/makeadmin', '/sandbox/']

/** A sitemap holds at most 50,000 addresses (sitemaps.org, protocol). */
const mostTools = 50_000 - publicPaths.length

/**
 * What search engines request: GET /robots.txt and GET /sitemap.xml. And GET /favicon.ico, which browsers request
 * themselves when what they show names no icon, such as a JSON response.
 */
export function createSiteFiles({ catalogue }: Shop, publicUrl: string) {
  return new Hono<Keepable>()
    .get('/robots.txt', (c) => c.text(robots(publicUrl), 200, { 'cache-control': 'public, max-age=3600' }))
    .get('/favicon.ico', (c) => {
      c.header('cache-control', 'public, max-age=86400')
      return c.redirect('/icon-192.png', 308)
    })
    .get('/sitemap.xml', showsPublic([toolList]), async (c) => {
      const { items: tools } = await catalogue.list({})
      const paths = [...publicPaths, ...tools.slice(0, mostTools).map(({ _id }) => `/tool/${_id}`)]
      return c.body(sitemap(paths.map((path) => publicUrl + path)), 200, { 'content-type': 'application/xml' })
    })
}

function robots(publicUrl: string): string {
  const rules = privatePaths.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...rules, `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
}

function sitemap(addresses: string[]): string {
  const entries = addresses.map((address) => `<url><loc>${address}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
}
