import type { Page } from '@playwright/test'
import { newAccount, signUp } from './accounts.ts'
import { askAndOffer, expectAccessibleInBothThemes, openAsAdmin, otherStaff, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { bearerOf, listedTools, main, title } from './locators.ts'
import { mailedLink } from './outbox.ts'

const askForQuote = (page: Page) => main(page).getByRole('link', { name: 'Ask for a quote' })
const productName = (page: Page) => page.getByLabel('Product name')

async function expectQuotePage(page: Page, product: string): Promise<void> {
  await expect(title(page)).toHaveText('Name a price and a quantity')
  await expect(productName(page)).toHaveValue(product)
}

test('the quote form is linked from the home page and from a search without results', async ({ page }) => {
  await page.goto('/')
  await askForQuote(page).click()
  await expectQuotePage(page, '')
  await signUp(page, newAccount())
  await page.goto('/tools?q=1600+W+supply')
  await expect(page.getByRole('heading', { name: 'No matching tools' })).toBeVisible()
  await askForQuote(page).click()
  await expectQuotePage(page, '1600 W supply')
  await page.reload()
  await expectQuotePage(page, '1600 W supply')
})

test('a product with less stock than its minimum order says None now and links to the quote form', async ({ page }) => {
  await openAsAdmin(page, '/managetools')
  const tool = (await listedTools(page)).find(({ name }) => name === 'GN-65 USB-C Charger')
  const headers = await bearerOf(page)
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

test('the mailed link opens the offer even in a tab that shows a broken link to it', async ({
  page,
  browser,
  baseURL,
  shop,
  problems,
}) => {
  problems.expect(/status of 404/)
  const staff = await otherStaff(browser, baseURL, '/managetools')
  const [tool] = await listedTools(staff)
  const asker = newAccount('Link Opener')
  const id = await askAndOffer({ page, staff, asker, toolId: tool?._id ?? '', quantity: 50, unitPrice: 35 })
  await staff.close()

  await page.goto(`/quote/${id}#token=1.nonsense`)
  await expect(main(page)).toContainText('404')
  await expect(main(page)).toContainText('Copy the whole link from our latest e-mail')
  await page.goto(await mailedLink(shop.outbox, asker.email, 'Your quote'))
  await expect(main(page).getByRole('table', { name: 'What we offer' })).toContainText('$1,750.00')
})
