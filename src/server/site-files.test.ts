import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTool } from '#testing/factories.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('the sitemap names every public page and product', async () => {
  const tool = await makeTool(shop.db)
  const answer = await shop.app.request('/sitemap.xml')
  expect(answer.headers.get('content-type')).toBe('application/xml')
  const addresses = Array.from((await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g), ([, address]) => address)
  const { publicUrl } = shop.config
  expect(addresses).toEqual(
    expect.arrayContaining([`${publicUrl}/`, `${publicUrl}/about`, `${publicUrl}/tool/${tool.id}`]),
  )
  expect(addresses.filter((address) => /dashboard|api/.test(address ?? ''))).toEqual([])
})

test('robots.txt keeps search engines out of private pages, and names the sitemap', async () => {
  const text = await (await shop.app.request('/robots.txt')).text()
  expect(text).toContain('Disallow: /dashboard\n')
  expect(text).toContain(`Sitemap: ${shop.config.publicUrl}/sitemap.xml\n`)
})

test('the default address of an icon redirects to one', async () => {
  const answer = await shop.app.request('/favicon.ico')
  expect(answer.status).toBe(308)
  expect(answer.headers.get('location')).toBe('/icon-192.png')
})
