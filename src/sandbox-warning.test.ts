import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { createPages } from '#platform/pages/pages.ts'
import { openTestShop } from '#testing/shop.ts'
import { pageServicesContext } from '#web/lib/page-context.ts'
import { createApp } from './app.ts'
import { createPageServices } from './page-services.ts'
import { buildFolder, loadPages } from './pages-build.ts'

const { shop, config, close } = await openTestShop()
afterAll(() => close())
const { build, mode } = await loadPages(false, createServer())

/** The shop's real pages, where others than its operator may come, or not. */
function appWith(sandboxExposed: boolean) {
  const exposed = { ...config, sandboxExposed }
  return createApp(
    { ...shop },
    exposed,
    createPages(build, pageServicesContext, createPageServices(shop, exposed), mode),
    buildFolder,
  )
}

const warning = 'This is a test shop: anyone can sign in as anyone, and no payment is real.'
const pages = ['/', '/tools', '/login', '/dashboard', '/sandbox/sign-in/choose', '/no-such-page', '/api/docs']

test.each(pages)('%s warns of sandboxes where others come, and only there', async (path) => {
  expect(await (await appWith(true).request(path)).text()).toContain(warning)
  shop.cache.drop('tools')
  shop.cache.drop('reviews')
  shop.cache.forget(path)
  expect(await (await appWith(false).request(path)).text()).not.toContain('This is a test shop')
  shop.cache.forget(path)
})
