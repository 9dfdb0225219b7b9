/**
 * Takes screenshots of every page and state, at 390, 820 and 1440 px, light and dark, into screenshots/ (which git ignores):
 * `npm run screens`, or `npm run screens -- home tools` for only those. It runs the built site on data of its own.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { runShopOnFreePort } from '../e2e/shop.ts'
import { findChromium, howToGetChromium } from './lib/chromium.ts'
import { withoutStream } from '../e2e/locators.ts'
import { prepareVisitors, screens, type Screen, type Visitors } from '../e2e/screen-list.ts'

const widths = [390, 820, 1440]
const themes = ['light', 'dark'] as const
const folder = join(import.meta.dirname, '..', 'screenshots')
const wanted = process.argv.slice(2)
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))

const executablePath = findChromium()
if (!executablePath) throw new Error(`Chromium is missing: ${howToGetChromium}`)
const browser = await chromium.launch({ executablePath, args: ['--disable-gpu'] })
const shop = await runShopOnFreePort()
try {
  if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const visitors = await prepareVisitors(browser, shop.origin)
  for (const width of widths) {
    for (const theme of themes) await takeAll(visitors, width, theme)
  }
} finally {
  await browser.close()
  await shop.stop()
}

async function takeAll(visitors: Visitors, width: number, theme: 'light' | 'dark'): Promise<void> {
  for (const screen of chosen) {
    const options = { viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme: theme, baseURL: shop.origin }
    const path = join(folder, `${screen.name}-${width}-${theme}.png`)
    await withPage(browser, { ...options, ...visitors.state[screen.as ?? 'nobody'] }, async (page) => {
      await open(page, screen, visitors)
      await page.screenshot({ path, fullPage: screen.fullPage ?? true })
    })
    console.log(path)
  }
}

async function open(page: Page, { path, prepare }: Screen, visitors: Visitors): Promise<void> {
  await withoutStream(page)
  await page.goto(path(visitors))
  await page.waitForLoadState('networkidle')
  await prepare?.(page)
  await showLazyPictures(page)
}

/** Pictures below the fold load lazily: loads all of them, and waits until each is decoded. */
async function showLazyPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.all(Array.from(document.images, (picture) => picture.decode().catch(() => {})))
    await document.fonts.ready
  })
}

async function withPage(
  from: Browser,
  options: BrowserContextOptions,
  show: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await from.newContext({
    ...options,
    locale: 'en-US',
    timezoneId: 'Asia/Dhaka',
    reducedMotion: 'reduce',
  })
  try {
    await show(await context.newPage())
  } finally {
    await context.close()
  }
}
