import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { messages } from '#content/messages.ts'
import { openAsAdmin, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { press } from './keys.ts'
import { main } from './locators.ts'

const input = (page: Page) => page.getByLabel('Upload a picture')
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Uploading' })
const cancel = (page: Page) => main(page).getByRole('button', { name: 'Cancel upload' })
const address = (page: Page) => page.getByLabel('Picture address')

/** A picture of noise, which nothing makes smaller: about 370 kB. */
async function choosePicture(page: Page): Promise<void> {
  const [width, height] = [400, 300]
  const buffer = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  await input(page).focus()
  await input(page).setInputFiles({ name: 'supply.png', mimeType: 'image/png', buffer })
}

/** Gives the page a line of so many bits a second. */
async function setLine(page: Page, bits: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 200, downloadThroughput: bits / 8, uploadThroughput: bits / 8 }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
}

test('on a slow line an upload shows how far it is, can be cancelled by keyboard, and fails when the line is lost', async ({
  page,
  problems,
}) => {
  problems.expect(/ERR_CONNECTION_RESET/)
  await openAsAdmin(page, '/addtool')
  const half = () => bar(page).evaluate((it: HTMLProgressElement) => it.value > 0.2 && it.value < 0.9)
  await setLine(page, 500_000)
  await choosePicture(page)
  await expect.poll(half).toBe(true)
  await press(page, cancel(page))
  await expect(bar(page)).toBeHidden()
  await expect(input(page)).toBeFocused()
  await expect(address(page)).toHaveValue('')

  await page.route('**/api/picture', (route) => route.abort('connectionreset'), { times: 1 })
  await choosePicture(page)
  await expect(main(page).getByText(messages.offline)).toBeVisible()
  await expect(input(page)).toBeFocused()
  await choosePicture(page)
  await expect(address(page)).toHaveValue(/^\/pictures\//, { timeout: 40_000 })
  await expect(main(page).getByText(messages.offline)).toBeHidden()
})

test('an upload over a line that went silent ends after a minute, with what to do', async ({ page }) => {
  await page.clock.install()
  await openAsAdmin(page, '/addtool')
  const asked = page.waitForRequest('**/api/picture')
  await page.route('**/api/picture', () => undefined)
  await choosePicture(page)
  await asked
  await cancel(page).focus()
  await page.clock.fastForward(30_000)
  await expect(bar(page)).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(main(page).getByText(messages.offline)).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await expect(input(page)).toBeFocused()
})
