import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { buildFolder } from '#server/pages-build.ts'
import { openTestShop } from '#testing/shop.ts'

const { shop, config, close } = await openTestShop()
afterAll(() => close())
const app = createApp(
  shop,
  config,
  { render: async () => new Response('a page'), parametersOf: () => [], stylesheets: [] },
  buildFolder,
)
const scripts = readdirSync(join(buildFolder, 'assets')).filter((name) => name.endsWith('.js'))

test('every script has brotli and gzip versions from the build', () => {
  const names = new Set(readdirSync(join(buildFolder, 'assets')))
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts)
    expect([names.has(`${script}.br`), names.has(`${script}.gz`)], script).toEqual([true, true])
})

test('the scripts that every page needs weigh at most 108 KB', () => {
  const ofEveryPage = scripts.filter((name) => /^(react|core|entry\.client|manifest)-/.test(name))
  expect(ofEveryPage.length).toBe(4)
  const bytes = ofEveryPage.map((name) => statSync(join(buildFolder, 'assets', `${name}.br`)).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(108_000)
})

type Route = { parentId?: string; imports?: string[] } & Record<
  'module' | 'clientLoaderModule' | 'clientActionModule',
  string
>

test('no page waits for more than thirty scripts', () => {
  const manifest = scripts.find((name) => name.startsWith('manifest-')) ?? ''
  const text = readFileSync(join(buildFolder, 'assets', manifest), 'utf8')
  const { routes }: { routes: Record<string, Route> } = JSON.parse(
    text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1),
  )
  const filesOf = (id = ''): (string | undefined)[] => {
    const route = routes[id]
    if (!route) return []
    const { imports = [], parentId, ...own } = route
    return [own.module, own.clientLoaderModule, own.clientActionModule, ...imports, ...filesOf(parentId)]
  }
  const counts = Object.keys(routes).map((id): [string, number] => [id, new Set(filesOf(id).filter(Boolean)).size])
  expect(counts.length).toBeGreaterThan(50)
  expect(counts.filter(([, count]) => count > 30)).toEqual([])
})

test('all pages share one stylesheet, which no script loads again', () => {
  const styles = readdirSync(join(buildFolder, 'assets')).filter((name) => name.endsWith('.css'))
  expect(styles.length).toBe(1)
  const loading = scripts.filter((name) =>
    readFileSync(join(buildFolder, 'assets', name), 'utf8').includes(styles[0] ?? ''),
  )
  expect(loading).toEqual([expect.stringMatching(/^manifest-/)])
})

test('no script contains the structured data that only the server writes', () => {
  const withBlocks = scripts.filter((name) =>
    readFileSync(join(buildFolder, 'assets', name), 'utf8').includes('@context'),
  )
  expect(withBlocks).toEqual([])
})

test('a file with a hash in its name is sent precompressed and cached for good', async () => {
  const [script = ''] = scripts
  const answer = await app.request(`/assets/${script}`, { headers: { 'accept-encoding': 'br' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
  const sent = brotliDecompressSync(Buffer.from(await answer.arrayBuffer()))
  expect(sent.equals(readFileSync(join(buildFolder, 'assets', script)))).toBe(true)
})

test('every file varies by Accept-Encoding, whatever the client accepts', async () => {
  for (const path of [`/assets/${scripts[0]}`, '/favicon.svg', '/icon-192.png']) {
    for (const encoding of ['', 'identity', 'br']) {
      const answer = await app.request(path, { headers: { 'accept-encoding': encoding } })
      expect(answer.headers.get('vary'), `${path} ${encoding}`).toBe('Accept-Encoding')
    }
  }
})

test.each([
  ['br;q=1.0, gzip;q=0.8', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['', null],
])('a client that accepts "%s" is sent %s', async (taken, encoding) => {
  const answer = await app.request(`/assets/${scripts[0]}`, { headers: { 'accept-encoding': taken } })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
})

test.each(['/icon-192.png', `/assets/${scripts[0]}`])('%s is sent whole, whatever range is requested', async (path) => {
  const { size } = statSync(join(buildFolder, path))
  const ask = (headers: Record<string, string>) => app.request(path, { headers })
  const part = await ask({ range: 'bytes=10-20', 'if-range': '"another"' })
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([200, size])
  expect(part.headers.get('etag')).toBe((await ask({})).headers.get('etag'))
})

test('an outdated file name is 404 and not cached', async () => {
  const answer = await app.request('/assets/entry-gone.js')
  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a file without a hash is cached for an hour', async () => {
  const answer = await app.request('/favicon.svg')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
})

test('every other file is served', async () => {
  const names = readdirSync(buildFolder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /\.(?!br$|gz$)\w+$/.test(name) && !name.startsWith('assets'))
  expect(files.length).toBeGreaterThan(50)
  for (const name of files) {
    const answer = await app.request(`/${name.replaceAll('\\', '/')}`, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('cache-control')], name).toEqual([200, 'public, max-age=3600'])
  }
})

test.each(['/favicon.svg', '/products/af120-1280.webp'])('%s is sent again only when it has changed', async (path) => {
  const ask = (tag = '') => app.request(path, { headers: { 'accept-encoding': 'br', 'if-none-match': tag } })
  const first = await ask()
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^"[^"]+"$/)
  expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(100)
  const again = await ask(tag)
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(again.headers.get('etag')).toBe(tag)
  expect((await ask('"another"')).status).toBe(200)
})

test('the API document uses the site’s own fonts, preloaded by its page', async () => {
  const style = await (await app.request('/api/docs.css')).text()
  const page = await (await app.request('/api/docs')).text()
  const addresses = [...style.matchAll(/url\('([^']+)'\)/g)].map(([, address = '']) => address)
  const early = [...page.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)].map(([, address = '']) => address)
  expect(early).toHaveLength(3)
  expect(addresses).toEqual(expect.arrayContaining(early))
  for (const address of addresses) {
    expect((await app.request(address)).headers.get('content-type')).toBe('font/woff2')
  }
})
