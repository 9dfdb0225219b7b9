import type { Page } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { signUp } from './accounts.ts'
import { cartOfTooMany } from './calls.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { bearerOf, main, toast, toolsInStock } from './locators.ts'
import { fillInDelivery } from './purchase.ts'

const placeButton = (page: Page) => main(page).getByRole('button', { name: 'Place order' })
const address = (page: Page) => main(page).getByLabel('Delivery address')

/** Puts the minimum of a product into the cart, and opens it with the delivery details typed. @returns the product's id. */
async function filledCart(page: Page): Promise<string> {
  await signUp(page)
  const tool = (await toolsInStock(page, 5)).at(-1)
  const toolId = tool?._id ?? ''
  const lines = [{ toolId, quantity: tool?.minimum_order_quantity, seenPrice: tool?.price }]
  const headers = await bearerOf(page)
  const put = await page.request.put('/api/cart', { headers, data: { version: 0, lines } })
  expect(put.ok(), await put.text()).toBe(true)
  await page.goto('/dashboard/cart')
  await fillInDelivery(page)
  return toolId
}

/** Opens the cart in another tab, and orders it there. */
async function orderInAnotherTab(page: Page): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto('/dashboard/cart')
  await fillInDelivery(tab)
  await placeButton(tab).click()
  await expect(tab).toHaveURL(/\/dashboard\/payment\//)
}

test('a cart ordered in another tab says so, and keeps the delivery details typed here', async ({ page }) => {
  const toolId = await filledCart(page)
  await address(page).focus()
  await orderInAnotherTab(page)
  const told = main(page).getByRole('status').filter({ hasText: 'Ordered in another window' })
  await expect(told).toContainText('The delivery details you typed here are kept for your next order.')
  await expect(told).toBeFocused()
  await expectAccessible(page)
  await page.goto(`/tool/${toolId}`)
  await main(page)
    .getByRole('button', { name: /^Add to order: / })
    .click()
  await expect(toast(page, /^Added/)).toBeVisible()
  await page.goto('/dashboard/cart')
  await expect(address(page)).toHaveValue('Plot 7, Road 3, Dhaka 1208')
})

test('of two tabs that order one cart at once, the second says that it was ordered', async ({ page, problems }) => {
  problems.expect(/status of 409/)
  await filledCart(page)
  const ordered = Promise.withResolvers<void>()
  await page.route('**/api/order', async (route) => {
    await ordered.promise
    await route.continue()
  })
  await placeButton(page).click()
  await orderInAnotherTab(page)
  const refused = page.waitForResponse('**/api/order')
  ordered.resolve()
  expect((await refused).status()).toBe(409)
  await expect(main(page).getByRole('heading', { name: 'Ordered in another window' })).toBeVisible()
  await expect(toast(page, messages.orderFailed)).toHaveCount(0)
  await main(page).getByRole('link', { name: 'My Orders' }).last().click()
  await expect(main(page).getByRole('link', { name: /^WW-/ })).toHaveCount(1)
})

test('a cart emptied on another device does not claim that it was ordered', async ({ page }) => {
  await signUp(page)
  await cartOfTooMany(page, 1)
  await page.goto('/dashboard/cart')
  await expect(placeButton(page)).toBeVisible()
  const headers = await bearerOf(page)
  const emptied = await page.request.put('/api/cart', { headers, data: { version: 1, lines: [] } })
  expect(emptied.ok(), await emptied.text()).toBe(true)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(main(page).getByText('ordered or emptied in another window or on another device')).toBeVisible()
})
