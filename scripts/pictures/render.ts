/**
 * Makes the product pictures of public/products and their data in src/content/pictures.ts.
 * `npm run pictures` makes all; `npm run pictures -- wx850 hero` makes those; `--draft` makes small ones, into .cache/pictures alone.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { createServer } from 'vite'
import type { Picture } from '../../src/content/pictures.ts'
import { findChromium, howToGetChromium } from '../lib/chromium.ts'
import { album } from './album.ts'
import { encode, saveMaster } from './encode.ts'
import { finishShadow } from './finish.ts'
import { pictureData, writePictureData } from './picture-data.ts'
import type { Order, Shot } from './shot.ts'

const root = join(import.meta.dirname, '..', '..')
/** Where each picture is kept without loss, to look at. */
const masters = join(root, '.cache', 'pictures')
/** Software rendering on a busy machine takes its time. */
const loadTimeout = 300_000
const finalWidth = 1280
const finalFrames = 42
const draftWidth = 400
const draftFrames = 16

/** The order for a shot: its pixels and frames. */
function orderFor(shot: Shot, draft: boolean): Order {
  const { width, height } = shot.frame ?? { width: 4, height: 3 }
  const pixelWidth = draft ? draftWidth : Math.max(finalWidth, shot.largest ?? 0)
  const pixels = { width: pixelWidth, height: Math.round((pixelWidth * height) / width) }
  return { ...shot, pixels, frames: draft ? draftFrames : finalFrames }
}

/** Runs `work` with a page whose studio is ready. @throws when no Chromium is found or the studio does not load */
async function inStudio(work: (page: Page) => Promise<void>): Promise<void> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(`No Chromium here: ${howToGetChromium}`)
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'warn',
    cacheDir: join(root, '.cache', 'vite-pictures'),
    optimizeDeps: { entries: ['scripts/pictures/studio.html'] },
    server: { host: '127.0.0.1', hmr: false, watch: null },
  })
  const browser = await chromium.launch({ executablePath, args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] })
  try {
    await server.listen(0)
    const page = await browser.newPage()
    page.setDefaultTimeout(loadTimeout)
    page.on('pageerror', (error) => console.error(error))
    page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
    await page.goto(`${server.resolvedUrls?.local[0]}scripts/pictures/studio.html`)
    await page.waitForFunction(() => globalThis.takePicture !== undefined)
    await work(page)
  } finally {
    await browser.close()
    await server.close()
  }
}

async function main(words: readonly string[]): Promise<void> {
  const draft = words.includes('--draft')
  const names = words.filter((word) => word !== '--draft')
  const unknown = names.filter((name) => !album.some((shot) => shot.name === name))
  if (unknown.length > 0) throw new Error(`Not in the album: ${unknown.join(', ')}`)
  const shots = names.length > 0 ? album.filter((shot) => names.includes(shot.name)) : album
  mkdirSync(masters, { recursive: true })
  const made: Record<string, Picture> = {}
  await inStudio(async (page) => {
    for (const shot of shots) {
      const started = performance.now()
      const order = orderFor(shot, draft)
      const rendered = await page.evaluate((each) => globalThis.takePicture?.(each), order)
      if (!rendered) throw new Error('The studio is closed')
      const bitmap = { data: Buffer.from(rendered.pixels, 'base64'), ...order.pixels }
      finishShadow(bitmap)
      await saveMaster(bitmap, join(masters, `${shot.name}.png`))
      if (!draft) await encode(bitmap, join(root, 'public', 'products', shot.name), shot.largest)
      if (!draft && shot.dimensions) {
        made[shot.name] = pictureData(shot, rendered)
        writePictureData(join(root, 'src', 'content', 'pictures.ts'), made)
      }
      console.log(`${shot.name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
    }
  })
}

await main(process.argv.slice(2))
