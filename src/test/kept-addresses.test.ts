import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTool } from '#testing/factories.ts'
import { openTestSite } from '#testing/site.ts'

let site: Awaited<ReturnType<typeof openTestSite>>
beforeAll(async () => {
  site = await openTestSite()
  await makeTool(site.db, { name: 'Quiet fan' })
})
afterAll(() => site.close())

const ask = async (path: string) => {
  const answer = await site.app.request(`${site.config.publicUrl}${path}`)
  return { status: answer.status, text: await answer.text(), link: answer.headers.get('link') }
}
const isKept = (path: string) => site.shop.cache.respond(path, new Headers()) !== undefined

test.each([
  ['/', '/?utm_source=mail'],
  ['/tools?q=fan', '/tools?x=1&q=fan&y=2'],
  ['/tool/019ab7a4-6c00-7000-8000-000000000001', '/tool/019ab7a4-6c00-7000-8000-000000000001?q=fan'],
  ['/login?from=%2Ftools', '/login?from=%2Ftools&x=1'],
  ['/tools.data?q=fan', '/tools.data?q=fan&x=1'],
  ['/_.data', '/_.data?x=1'],
  ['/api/tool?limit=1', '/api/tool?limit=1&x=1'],
  ['/api/review', '/api/review?q=1'],
  ['/sitemap.xml', '/sitemap.xml?x=1'],
])('%s and %s get the same answer, and the second has no cache entry of its own', async (plain, more) => {
  expect(await ask(more)).toEqual(await ask(plain))
  expect(isKept(more)).toBe(false)
  expect((await ask(more)).text).not.toContain('x=1')
})

test.each(['/tools?q=quiet', '/buyproduct?product=Fan', '/login?from=%2Ftools', '/login?error=access_denied'])(
  '%s has its own answer and cache entry',
  async (address) => {
    const [path = ''] = address.split('?')
    expect((await ask(address)).text).not.toBe((await ask(path)).text)
    expect(isKept(address)).toBe(true)
  },
)

test('a page is cached by the parameters that its own form sends', async () => {
  const { text } = await ask('/tools')
  const names = [...text.matchAll(/<(?:input|select)[^>]* name="([^"]+)"/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(2)
  for (const name of names) {
    await ask(`/tools?${name}=1`)
    if ((await ask(`/tools?${name}=1`)).status === 200) expect([name, isKept(`/tools?${name}=1`)]).toEqual([name, true])
  }
})

test('an address in another spelling is answered but not cached', async () => {
  await makeTool(site.db, { name: 'Loud charger' })
  for (const path of ['/TOOLS?q=quiet', '/tools/?q=quiet', '/tool%73?q=quiet']) {
    const { status, text } = await ask(path)
    expect([path, isKept(path)]).toEqual([path, false])
    if (status === 308) continue
    expect([path, text.includes('Quiet fan'), text.includes('Loud charger')]).toEqual([path, true, false])
  }
})
