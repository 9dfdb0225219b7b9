import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { createServer } from 'vite'
import { findChromium, howToGetChromium } from '../lib/chromium.ts'
import type { Order, Rendered } from './shot.ts'

/** Software rendering is slow on a busy machine. In milliseconds. */
const patience = 600_000

/**
 * Runs `work` with a camera: the studio's page in a headless Chromium that renders without a GPU.
 * @throws Error when no Chromium is found or the studio does not load
 */
export async function inStudio(
  root: string,
  work: (takePicture: (order: Order) => Promise<Rendered>) => Promise<void>,
): Promise<void> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(`Chromium is missing: ${howToGetChromium}`)
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'warn',
    cacheDir: join(root, '.cache', 'vite-pictures'),
    optimizeDeps: { entries: ['scripts/pictures/studio.html'] },
    server: { host: '127.0.0.1', hmr: false, watch: null },
  })
  const browser = await chromium.launch({
    executablePath,
    args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  })
  try {
    await server.listen(0)
    const page = await browser.newPage()
    page.setDefaultTimeout(patience)
    page.on('pageerror', (error) => console.error(error))
    page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
    await page.goto(`${server.resolvedUrls?.local[0]}scripts/pictures/studio.html`)
    await page.waitForFunction(() => globalThis.takePicture !== undefined)
    await work(async (order) => {
      const rendered = await page.evaluate((each) => globalThis.takePicture?.(each), order)
      if (!rendered) throw new Error('The studio is closed')
      return rendered
    })
  } finally {
    await browser.close()
    await server.close()
  }
}
