import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { site } from '#content/site.ts'
import { documentPage } from '#platform/openapi/page.ts'
import type { Api } from './api.ts'
import { describeApi } from './api-document.ts'
import type { Config } from './config.ts'
import { warningOf } from './page-services.ts'
import type { Shop } from './shop.ts'

const stylesheet = new URL('platform/openapi/page.css', import.meta.url)
const kept = { 'Cache-Control': 'public, max-age=3600' }

/**
 * The site's fonts, as its build named them. The reader has them from any other page; where they come late this page keeps
 * the system's, since a change of font would move its lines.
 */
const fonts = [
  { family: 'Anek Latin', weight: '600', file: 'anek-latin' },
  { family: 'Instrument Sans', weight: '400 600', file: 'instrument-sans' },
  { family: 'Martian Mono', weight: '400', file: 'martian-mono' },
]

/**
 * GET /openapi.json, and the same to read at GET /docs, where GET / leads: no script, and nothing from another host.
 * @param files the folder of built files; undefined in development.
 */
export function createApiDocs(
  api: Api,
  shop: Pick<Shop, 'authenticate' | 'identify'>,
  config: Config,
  files: string | undefined,
) {
  let described: ReturnType<typeof describeApi> | undefined
  const document = () => (described ??= describeApi(api, shop))
  const frame = {
    stylesheet: '/api/docs.css',
    source: '/api/openapi.json',
    icon: '/favicon.svg',
    home: { href: '/', name: site.name },
    examples: examplesAt(config.publicUrl),
    warning: warningOf(config),
  }
  const style = () => fontFaces(files) + readFileSync(stylesheet, 'utf8')
  return new Hono()
    .get('/', (c) => c.redirect('/api/docs'))
    .get('/openapi.json', async (c) => c.json(await document(), 200, kept))
    .get('/docs', async (c) => c.html(documentPage(await document(), frame), 200, kept))
    .get('/docs.css', (c) => c.body(style(), 200, { ...kept, 'Content-Type': 'text/css; charset=utf-8' }))
}

function examplesAt(origin: string) {
  const asSite = `-H 'Origin: ${origin}'`
  return [
    {
      does: 'What is for sale, the two cheapest first. Anyone may ask.',
      command: `curl '${origin}/api/tool?sort=price&limit=2'`,
    },
    {
      does: 'Sign in, and keep the session cookie in a file.',
      command: `curl -c session ${asSite} -H 'Content-Type: application/json' \\
  -d '{"email": "you@example.com", "password": "your password"}' \\
  ${origin}/api/auth/sign-in/email`,
    },
    {
      does: 'Exchange the session for an access token.',
      command: `curl -b session ${asSite} -X PUT ${origin}/api/user/you@example.com`,
    },
    {
      does: 'Your orders, with that token.',
      command: `curl -H 'Authorization: Bearer <token>' '${origin}/api/order?email=you@example.com'`,
    },
  ]
}

function fontFaces(files: string | undefined): string {
  const folder = join(files ?? '', 'assets')
  const built = files && existsSync(folder) ? readdirSync(folder) : []
  return fonts
    .map(({ family, weight, file }) => {
      const name = built.find((each) => new RegExp(`^${file}-[\\w-]{8}\\.woff2$`).test(each))
      const source = `url('/assets/${name}') format('woff2')`
      return name
        ? `@font-face { font-family: '${family}'; font-weight: ${weight}; font-display: optional; src: ${source}; }\n`
        : ''
    })
    .join('')
}
