import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { test as base, watchForProblems } from './fixtures.ts'
import { prepareVisitors, type State, type Visitor, type Visitors } from './screen-list.ts'

type Look = { as?: Visitor; width: number; height?: number; isMobile?: boolean }
/** A page, and what the browser has complained of since it was opened. */
type Tab = { page: Page; problems: string[] }
type Tabs = { open: (look: Look) => Promise<Tab> }

/** A test that opens pages as each of the visitors, who are prepared once for all tests. */
export const test = base.extend<object, { visitors: Visitors; tabs: Tabs }>({
  visitors: [
    async ({ browser }, use, { project }) => use(await prepareVisitors(browser, project.use.baseURL ?? '')),
    { scope: 'worker', timeout: 120_000 },
  ],
  /** Opening a new tab costs as much as the page in it: each visitor reuses one, emptied before each use. */
  tabs: [
    async ({ browser, visitors }, use, { project }) => {
      const kept = new Map<string, Tab>()
      await use({
        async open({ as = 'nobody', width, height = 844, isMobile = false }) {
          const name = `${as}, ${isMobile}`
          const tab = kept.get(name) ?? (await openTab(browser, { baseURL: project.use.baseURL, isMobile }))
          kept.set(name, tab)
          await tab.page.setViewportSize({ width, height })
          await empty(tab, visitors.state[as])
          return tab
        },
      })
      for (const { page } of kept.values()) await page.context().close()
    },
    { scope: 'worker' },
  ],
})

async function openTab(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext(options)
  return { page: await context.newPage(), problems: watchForProblems(context) }
}

/** Makes a tab as new for that visitor: no routes, no theme, and storage as it was prepared. */
async function empty({ page, problems }: Tab, { storageState }: State): Promise<void> {
  // Whatever holds a request back lets it go itself: if let go here too, it would be answered twice.
  await page.unrouteAll({ behavior: 'wait' })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  // A page of the site, to access its storage (`setStorageState` opens a tab for that), but without scripts that would write there.
  await page.goto('/healthz')
  await page.context().clearCookies()
  await page.context().addCookies(storageState?.cookies ?? [])
  await page.evaluate(
    (items) => {
      sessionStorage.clear()
      localStorage.clear()
      for (const { name, value } of items) localStorage.setItem(name, value)
    },
    storageState?.origins.flatMap((origin) => origin.localStorage) ?? [],
  )
  problems.length = 0
}
