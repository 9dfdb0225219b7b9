import { createServer } from 'node:http'
import { createPageCache, type PageCache } from '#platform/page-cache/cache.ts'
import { createApp } from '#server/app.ts'
import { createPageServices } from '#server/page-services.ts'
import { buildFolder, loadPages } from '#server/pages-build.ts'
import { createPages } from '#server/pages.ts'
import { pageServicesContext } from '#web/lib/page-context.ts'
import type { Config } from '../config.ts'
import { openTestShop } from './shop.ts'

/** The test shop with its built pages, files and page cache: everything that `npm start` serves, without a port. */
export async function openTestSite(overrides: Partial<Config> = {}) {
  const testShop = await openTestShop(overrides)
  const { shop, config } = testShop
  const { build, mode } = await loadPages(false, createServer())

  const appOver = (cache: PageCache, changes: Partial<Config>) => {
    const changed = { ...config, ...changes }
    const pages = createPages(build, pageServicesContext, createPageServices(shop, changed), mode)
    return createApp({ ...shop, cache }, changed, pages, buildFolder)
  }
  return {
    ...testShop,
    app: appOver(shop.cache, {}),
    /** The same app with other settings and an empty page cache, so that no cached page can hide them. */
    appWith: (changes: Partial<Config>) => appOver(createPageCache(), changes),
  }
}
