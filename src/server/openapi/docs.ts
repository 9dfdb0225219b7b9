import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Config } from '#config.ts'
import { site } from '#content/site.ts'
import type { Shop } from '#shop.ts'
import type { Api } from '../api.ts'
import { warningOf } from '../page-services.ts'
import { describeApi } from './describe.ts'
import { documentPage } from './page.ts'

const stylesheet = new URL('page.css', import.meta.url)
const kept = { 'Cache-Control': 'public, max-age=3600' }

/** The fonts of all pages of the site, and the fallback for each until it has loaded. */
const fontSheet = new URL('../../web/styles/fonts.css', import.meta.url)
/** The fonts of this page: loaded in parallel with its stylesheet, they are usually there for the first paint. */
const ownFonts = ['anek-latin', 'instrument-sans', 'martian-mono']

/**
 * GET /openapi.json, and the same for readers at GET /docs, to which GET / redirects: no script, nothing from another host.
 * @param files the folder of built files; undefined in development.
 */
export function createApiDocs(
  api: Api,
  shop: Pick<Shop, 'authenticate' | 'verifyToken'>,
  config: Config,
  files: string | undefined,
) {
  let described: ReturnType<typeof describeApi> | undefined
  const document = () => (described ??= describeApi(api, shop))
  const addressOf = builtFonts(files)
  const frame = {
    stylesheet: '/api/docs.css',
    fonts: ownFonts.flatMap((name) => addressOf(name) ?? []),
    source: '/api/openapi.json',
    icon: '/favicon.svg',
    home: { href: '/', name: site.name },
    examples: examplesAt(config.publicUrl),
    warning: warningOf(config),
  }
  const style = () => fontFaces(addressOf) + readFileSync(stylesheet, 'utf8')
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

type AddressOf = (font: string) => string | undefined

/** The address of each font of the site, as the build named it. */
function builtFonts(files: string | undefined): AddressOf {
  const folder = join(files ?? '', 'assets')
  const names = files && existsSync(folder) ? readdirSync(folder) : []
  return (font) => {
    const name = names.find((each) => new RegExp(`^${font}-[\\w-]{8}\\.woff2$`).test(each))
    return name && `/assets/${name}`
  }
}

/** The site's own `@font-face` rules; none in development, where there is no build. */
function fontFaces(addressOf: AddressOf): string {
  const rules = readFileSync(fontSheet, 'utf8')
  if (!ownFonts.every(addressOf)) return ''
  return rules.replaceAll(/\.\.\/fonts\/([\w-]+)\.woff2/g, (written, font: string) => addressOf(font) ?? written)
}
