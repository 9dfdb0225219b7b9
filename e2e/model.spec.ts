import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { signUp } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { main } from './walk.ts'

test('a model stands whole on its plate, with the end of its shadow, on a phone and on a wide screen', async ({
  page,
  problems,
}) => {
  // Without a graphics card the browser says so.
  problems.expect(/GL Driver Message|WebGL/)
  await signUp(page)
  await page
    .getByRole('link', { name: /^WX-1000/ })
    .first()
    .click()
  await main(page).getByRole('button', { name: 'View in 3D' }).click()
  const model = main(page).getByRole('img', { name: /a model to turn/ })
  await expect(page.getByText('Loading the model')).toBeHidden({ timeout: 60_000 })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // Drawn by the processor alone a picture takes its time.
    await expect.poll(() => edgesOf(model), { timeout: 40_000 }).toEqual({ strayed: 0, shown: true })
  }
})

/** How many pixels along the edges of a picture differ from its corner, and whether its middle does. */
async function edgesOf(picture: Locator): Promise<{ strayed: number; shown: boolean }> {
  const { data, info } = await sharp(await picture.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  // A pixel at the very edge may be half of what stands beside it, and the corners are round.
  const [inner, corner] = [3, 8]
  const at = (x: number, y: number) => y * width + x
  const sides = Array.from({ length: height - 2 * corner }, (_, y) => [
    at(inner, y + corner),
    at(width - 1 - inner, y + corner),
  ])
  const ends = Array.from({ length: width - 2 * corner }, (_, x) => [
    at(x + corner, inner),
    at(x + corner, height - 1 - inner),
  ])
  const ground = at(corner, corner)
  const differs = (pixel: number) =>
    [0, 1, 2].some((part) => Math.abs((data[pixel * 3 + part] ?? 0) - (data[ground * 3 + part] ?? 0)) > 2)
  return {
    strayed: [...sides, ...ends].flat().filter(differs).length,
    shown: differs(at(Math.floor(width / 2), Math.floor(height / 2))),
  }
}
