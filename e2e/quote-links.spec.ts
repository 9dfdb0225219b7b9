import type { Page } from '@playwright/test'
import { newAccount, signUp } from './accounts.ts'
import { expectAccessibleInBothThemes, openAsAdmin, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { keptToken, listedTools, main, title } from './locators.ts'

const askForQuote = (page: Page) => main(page).getByRole('link', { name: 'Ask for a quote' })
const productName = (page: Page) => page.getByLabel('Product name')

async function expectQuotePage(page: Page, product: string): Promise<void> {
  await expect(title(page)).toHaveText('Name a price and a quantity')
  await expect(productName(page)).toHaveValue(product)
}

test('the form for a quote is found from home, and from a search that finds nothing', async ({ page }) => {
  await page.goto('/')
  await askForQuote(page).click()
  await expectQuotePage(page, '')
  await signUp(page, newAccount())
  await page.goto('/tools?q=1600+W+supply')
  await expect(page.getByRole('heading', { name: 'No tool fits that' })).toBeVisible()
  await askForQuote(page).click()
  await expectQuotePage(page, '1600 W supply')
  await page.reload()
  await expectQuotePage(page, '1600 W supply')
})

test('a product with less than its smallest order opens as None now, and leads to a quote for it', async ({ page }) => {
  await openAsAdmin(page, '/managetools')
  const tool = (await listedTools(page)).find(({ name }) => name === 'GN-65 USB-C Charger')
  const headers = { authorization: `Bearer ${await keptToken(page)}` }
  const stock = (available_quantity: number, version: number) =>
    page.request.patch(`/api/tool/${tool?._id}`, { headers, data: { available_quantity, version } })

  for (const [left, text] of [
    [0, 'This product is out of stock.'],
    [3, 'Only 3 left, and the smallest order is'],
  ] as const) {
    const { version } = await (await page.request.get(`/api/tool/${tool?._id}`)).json()
    expect((await stock(left, version)).status()).toBe(200)
    await page.goto(`/tool/${tool?._id}`)
    await expect(page.getByRole('heading', { name: 'None now' })).toBeVisible()
    await expect(main(page)).toContainText(text)
    await expect(page.getByRole('button', { name: 'Order Now' })).toBeHidden()
  }
  await expectAccessibleInBothThemes(page)
  await askForQuote(page).click()
  await expectQuotePage(page, tool?.name ?? '')
})
