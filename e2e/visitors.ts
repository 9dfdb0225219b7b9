import { test as base } from './fixtures.ts'
import { prepareVisitors, type Visitors } from './screen-list.ts'

/** A test that opens pages as each of the visitors, who are prepared once for all of them. */
export const test = base.extend<object, { visitors: Visitors }>({
  visitors: [
    async ({ browser }, use, { project }) => use(await prepareVisitors(browser, project.use.baseURL ?? '')),
    { scope: 'worker', timeout: 120_000 },
  ],
})
