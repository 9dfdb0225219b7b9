import { expect, type Page } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { main, toolsInStock } from './locators.ts'

/** Opens the first product in stock of those on the page. Skips products without a part number: tests add and remove those. */
export async function openFirstProduct(page: Page): Promise<void> {
  const first = (await toolsInStock(page)).find(({ part_number }) => part_number !== '')
  await page.getByRole('link', { name: `Purchase ${first?.name}`, exact: true }).click()
}

/** Orders its minimum quantity, which leads to the order's payment page. */
export async function placeOrder(page: Page): Promise<void> {
  await openFirstProduct(page)
  await fillInDelivery(page)
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page.getByText(messages.orderPlaced)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
}

/** Fills in the delivery address and the phone. */
export async function fillInDelivery(page: Page): Promise<void> {
  await main(page).getByLabel('Delivery address').fill('Plot 7, Road 3, Dhaka 1208')
  await main(page).getByLabel('Phone').fill('+880 1711 000000')
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / })

/** Fills in the sandbox's card form and presses Pay. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await payButton(page).click()
}

export const paidTitle = (page: Page) => page.getByRole('heading', { name: 'Payment received' })

/** Opens My Orders and asserts that the visitor's only order is paid. */
export async function expectOrderPaid(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Orders' }).click()
  const order = page.getByRole('row').filter({ hasText: 'WW-' })
  await expect(order.getByText(messages.paid, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Payment', exact: true })).toBeHidden()
}
