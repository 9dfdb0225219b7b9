import { textPages } from '#content/company.ts'
import { expect, test } from './fixtures.ts'
import { expectTabInside } from './keys.ts'

test.use({ javaScriptEnabled: false })

const paths = [
  '/',
  '/blogs',
  '/myportfolio',
  '/objectives',
  '/review',
  '/businesssummery',
  '/buyproduct',
  '/login',
  '/signup',
]

for (const path of [...paths, ...textPages.map((page) => page.path)]) {
  test(`${path} is complete without script`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    // Nothing is still loading.
    await expect(page.locator('.skeleton, .spinner, [aria-busy=true]').filter({ visible: true })).toHaveCount(0)
    const broken = await page
      .locator('img')
      .evaluateAll((pictures) => pictures.filter((picture) => !picture.getAttribute('width')))
    expect(broken, 'pictures without a size').toEqual([])
  })
}

test('the links of the header and the menu open their pages', async ({ page }) => {
  await page.goto('/')
  for (const name of ['Blogs', 'MyPortfolio', 'Tools']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await expect(page).toHaveTitle(new RegExp(name))
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectTabInside(page, page.locator('#site-menu'))
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
})

test('the tools are listed, can be searched, and link to their pages', async ({ page }) => {
  await page.goto('/tools')
  await expect(page.getByRole('article')).toHaveCount(33)
  await page.getByRole('link', { name: /^Cooling/ }).click()
  await expect(page).toHaveURL(/category=cooling/)
  await page.getByLabel('Search by name or part number').fill('tower cooler')
  await page.getByLabel('Search by name or part number').press('Enter')
  await page.getByRole('link', { name: /^Purchase CT-6/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'CT-6 Tower Cooler' })).toBeVisible()
  await expect(page.locator('noscript p')).toBeVisible()
})
