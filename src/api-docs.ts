import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { documentPage } from '#platform/openapi/page.ts'
import type { Api } from './api.ts'
import { describeApi } from './api-document.ts'
import type { Shop } from './shop.ts'

const stylesheet = new URL('platform/openapi/page.css', import.meta.url)
const kept = { 'Cache-Control': 'public, max-age=3600' }

/** GET /openapi.json, and the same to read at GET /docs: no script, and nothing from another host. */
export function createApiDocs(api: Api, shop: Pick<Shop, 'authenticate' | 'identify'>, warning: string | undefined) {
  const frame = { stylesheet: '/api/docs.css', source: '/api/openapi.json', warning }
  let described: ReturnType<typeof describeApi> | undefined
  const document = () => (described ??= describeApi(api, shop))
  return new Hono()
    .get('/openapi.json', async (c) => c.json(await document(), 200, kept))
    .get('/docs', async (c) => c.html(documentPage(await document(), frame), 200, kept))
    .get('/docs.css', (c) =>
      c.body(readFileSync(stylesheet, 'utf8'), 200, { ...kept, 'Content-Type': 'text/css; charset=utf-8' }),
    )
}
