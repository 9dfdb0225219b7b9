import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { matrix } from '#testing/permissions/matrix.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { namedSchemas } from './schemas.ts'

const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
/** The document itself, and how it is shown. */
const undescribed = ['GET /openapi.json', 'GET /docs', 'GET /docs.css']

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

describe('GET /api/openapi.json', () => {
  test('is what docs/openapi.json holds: vitest run src/server/openapi/describe.test.ts -u rewrites it', async () => {
    const answer = await shop.app.request('/api/openapi.json')
    expect(answer.headers.get('cache-control')).toContain('public')
    const text = `${JSON.stringify(await answer.json(), null, 2)}\n`
    await expect(text).toMatchFileSnapshot('../../../docs/openapi.json')
  })

  test('has every call of the app', async () => {
    const { paths } = Document.parse(await (await shop.app.request('/api/openapi.json')).json())
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(calls).toEqual(expect.arrayContaining(Object.keys(matrix).filter((call) => !undescribed.includes(call))))
  })

  const withExample = Object.entries(namedSchemas).filter(([, { example }]) => example !== undefined)
  test.each(withExample)('gives a valid example of %s', (_name, { schema, example }) => {
    expect(schema.safeParse(example)).toMatchObject({ success: true })
  })
})

describe('GET /api/docs', () => {
  test('shows every call, without inline script or style and with working links', async () => {
    const page = await (await shop.app.request('/api/docs')).text()
    expect(page).not.toMatch(/<script|<style|style=|\son\w+=|(?:src|href)="(?:https?:)?\/\//)
    const { paths } = Document.parse(await (await shop.app.request('/api/openapi.json')).json())
    for (const path of Object.keys(paths)) expect(page).toContain(`</b> /api${path}</code>`)
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
    for (const target of targets) expect(page).toContain(`id="${target}"`)
    const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? []
    expect((await shop.app.request(stylesheet)).headers.get('content-type')).toContain('text/css')
    const [, icon = ''] = /<link rel="icon" href="([^"]+)"/.exec(page) ?? []
    expect(icon).toBe('/favicon.svg')
  })

  test('links to the home page, and is where /api redirects', async () => {
    const page = await (await shop.app.request('/api/docs')).text()
    expect(page).toContain('<a href="/" aria-label="Wattwork, home">')
    const answer = await shop.app.request('/api')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/api/docs')
  })

  test('shows commands that work as they stand', async () => {
    const page = await (await shop.app.request('/api/docs')).text()
    const commands = [...page.matchAll(/<code>(curl[^<]+(?:&lt;token&gt;[^<]+)?)<\/code>/g)].map(
      ([, text = '']) => text,
    )
    expect(commands).toHaveLength(4)
    const addresses = commands.map((text) =>
      /http:\/\/localhost:3000(\S+?)(?:&#39;)?$/.exec(text)?.[1]?.replaceAll('&amp;', '&'),
    )
    const [list = '', signIn = '', exchange = '', orders = ''] = addresses
    expect((await shop.app.request(list)).status).toBe(200)
    expect((await shop.app.request(orders)).status).toBe(401)
    const origin = { origin: shop.config.publicUrl }
    const refused = await shop.app.request(exchange, { method: 'PUT', headers: origin })
    expect(refused.status).toBe(401)
    const body = { email: 'you@example.com', password: 'your password' }
    expect((await shop.app.request(signIn, json('POST', body, origin))).status).toBe(401)
  })
})
