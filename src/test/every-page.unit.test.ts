import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { privatePaths, publicPaths } from '#server/site-files.ts'
import routes from '#web/routes.ts'
import { screens } from '../../e2e/screen-list.ts'

// The steps of a screen need a browser, its address does not. Playwright's own `expect` would get in the way of Vitest's.
vi.mock('@playwright/test', () => ({}))

const pathsOf = (entries: RouteConfigEntry[], under = ''): string[] =>
  entries.flatMap(({ path, children }) => {
    const whole = path === undefined ? under : `${under}/${path.replace(/^\//, '')}`
    return children ? pathsOf(children, whole) : [whole || '/']
  })
const pages = pathsOf(routes)

/** Pages that anybody may open, but nobody should find by searching. */
const notSearched: Record<string, string> = {
  '/home': 'the same page as /',
  '/tool/:toolId': 'each product is in the sitemap by itself',
  '/quote/:quoteId': 'opens only by its signed link',
  '/login': 'a form, with nothing to read',
  '/signup': 'a form, with nothing to read',
  '/forgotpassword': 'a step of logging in',
  '/resetpassword': 'opens by a mailed link',
  '/verifyemail': 'opens by a mailed link',
  '/styleguide': 'in development only',
  '/*': 'not a page',
}

test('every page is in the sitemap, closed to search engines, or excepted with a reason', () => {
  const isPrivate = (path: string) => privatePaths.some((prefix) => path.startsWith(prefix))
  const found = pages.filter((path) => !isPrivate(path) && !(path in notSearched))
  expect(publicPaths.toSorted()).toEqual(found.toSorted())
  expect(pages).toEqual(expect.arrayContaining(Object.keys(notSearched)))
})

/** Pages without a screen of their own in e2e/screen-list.ts. */
const notPictured: Record<string, string> = {
  '/home': 'the same page as /',
  '/styleguide': 'in development only',
  '/dashboard/myorders': 'what a buyer sees at /dashboard',
  '/dashboard/mails/:mailId': 'the screen `mail` comes to it from the list',
  '/quote/:quoteId': 'opens only by its signed link; e2e/quote-links.spec.ts checks it',
}

test('every page is on the list of screens, or excepted with a reason', () => {
  const visitors = { state: { nobody: {}, buyer: {}, admin: {} }, paid: 'paid', unpaid: 'unpaid', tool: '/tool/one' }
  const known = pages.map((path) => ({ path }))
  const pageAt = (address: string) => matchRoutes(known, new URL(address, 'http://localhost').pathname)?.[0]?.route.path
  const shown = screens.map(({ path }) => pageAt(path(visitors)))
  const missing = pages.filter((path) => !shown.includes(path))
  expect(missing.toSorted()).toEqual(Object.keys(notPictured).toSorted())
})
