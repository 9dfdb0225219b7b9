/**
 * Draws the pictures that represent the site elsewhere, into public/: the mark as icons, and the link preview. Run it when
 * the mark, the tagline or the hero picture changes, and commit what it wrote.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { home } from '#content/home.ts'
import { site } from '#content/site.ts'
import { findChromium, howToGetChromium } from './lib/chromium.ts'

const root = join(import.meta.dirname, '..')
const publicFolder = join(root, 'public')
const mark = readFileSync(join(publicFolder, 'favicon.svg'))

for (const [name, size] of [
  ['apple-touch-icon', 180],
  ['icon-192', 192],
  ['icon-512', 512],
] as const) {
  // Systems crop icons to their own shapes: the lime reaches every edge, and the W keeps its distance from them.
  const icon = sharp(mark, { density: 72 * (size / 24) })
    .resize(size, size)
    .flatten({ background: '#c6f030' })
  await icon.png({ palette: true, compressionLevel: 9 }).toFile(join(publicFolder, `${name}.png`))
}

const preview = await sharp(await drawLinkPreview())
  .jpeg({ quality: 84, mozjpeg: true })
  .toFile(join(publicFolder, 'link-preview.jpg'))
console.log(`link-preview.jpg: ${Math.round(preview.size / 1000)} KB`)

/** 1200 × 630: the mark, the headline and the hero picture, as the home page has them. */
async function drawLinkPreview(): Promise<Buffer> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(`Chromium is missing: ${howToGetChromium}`)
  const browser = await chromium.launch({ executablePath })
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await page.setContent(linkPreview())
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(Array.from(document.images, (picture) => picture.decode()))
  })
  const picture = await page.screenshot()
  await browser.close()
  return picture
}

function linkPreview(): string {
  return `<style>
    @font-face { font-family: Anek; font-weight: 600; src: url(${dataUrl('font/woff2', join(root, 'src/web/fonts/anek-latin.woff2'))}) }
    body { margin: 0; overflow: hidden; background: #f6f6f3; color: #1c1e21; font: 600 30px Anek }
    header { display: flex; align-items: center; gap: 18px; margin: 56px 0 0 64px; font-size: 36px; letter-spacing: -.022em }
    header img { width: 48px }
    h1 { width: 560px; margin: 72px 0 0 60px; font: 600 96px/.92 Anek; letter-spacing: -.03em; text-wrap: balance }
    .product { position: absolute; right: -70px; bottom: -10px; width: 720px }
    footer { position: absolute; inset: auto 0 0; height: 12px; background: #c6f030 }
  </style>
  <header><img src="${dataUrl('image/svg+xml', join(publicFolder, 'favicon.svg'))}" alt="">${site.name}</header>
  <h1>${home.hero.title}</h1>
  <img class="product" src="${dataUrl('image/webp', join(publicFolder, home.hero.picture))}" alt="">
  <footer></footer>`
}

function dataUrl(type: string, path: string): string {
  return `data:${type};base64,${readFileSync(path).toString('base64')}`
}
