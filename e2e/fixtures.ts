import { readFileSync } from 'node:fs'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type Axe from 'axe-core'

export { expect }

declare global {
  interface Window {
    axe: typeof Axe
  }
}

const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const resultTypes: Axe.resultGroups[] = ['violations']

type Problems = {
  /** Lets matching problems through: those that the test provokes. */
  expect(pattern: RegExp): void
}

/**
 * Playwright's test, but it also fails on anything the browser complains of: console errors and warnings (including failed
 * requests, answers of 400 and above and violations of the Content-Security-Policy) and uncaught errors.
 */
export const test = base.extend<{ problems: Problems }>({
  problems: [
    async ({ context }, use) => {
      const found = watchForProblems(context)
      const expected: RegExp[] = []
      await use({ expect: (pattern) => void expected.push(pattern) })
      const unexpected = found.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
      expect(unexpected, 'what the browser complained of').toEqual([])
    },
    { auto: true },
  ],
})

/** Collects what the browser complains of from now on, in a context that a test opens itself. */
export function watchForProblems(context: BrowserContext): string[] {
  const found: string[] = []
  context.on('console', (message) => {
    const type = message.type()
    if (type === 'error' || type === 'warning') found.push(`${type}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => found.push(`uncaught: ${error.error().message}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown'
    // Leaving a page aborts what it is still loading.
    if (reason !== 'net::ERR_ABORTED') found.push(`request failed: ${reason} (${request.url()})`)
  })
  return found
}

/**
 * Asserts that axe finds no violation of WCAG 2.2 AA on the page as it is now. 'colours' checks only the colour rules, for a
 * page that has passed the others and only changed its theme.
 */
export async function expectAccessible(page: Page, rules: 'all' | 'colours' = 'all'): Promise<void> {
  const runOnly = rules === 'all' ? standards : ['color-contrast', 'link-in-text-block']
  // Once per page, however often it is checked: parsing axe takes the browser as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate((options) => window.axe.run(options), { runOnly, resultTypes })
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(' | ')}`)
  expect(found, 'what axe found').toEqual([])
}
