import { signUp } from './accounts.ts'
import { openAsAdmin, otherVisitor, testInShop } from './administration.ts'
import { paidOrder } from './calls.ts'
import { expect } from './fixtures.ts'
import { bearerOf, main, toolsInStock } from './locators.ts'

const test = testInShop({ CURRENCY: 'kwd' })

test('orders and refunds of thousands with three decimals fit a phone', async ({ page, browser, baseURL }) => {
  const buyer = await otherVisitor(browser, baseURL)
  await signUp(buyer)
  const tool = (await toolsInStock(buyer, 2)).find(({ price, minimum_order_quantity: least }) => price * least > 1000)
  const orderId = await paidOrder(buyer, { lines: [{ toolId: tool?._id, quantity: tool?.minimum_order_quantity }] })
  await openAsAdmin(page, '/dashboard')
  const data = { amount: 1000.5, reason: 'Late', restock: false }
  const refunded = await page.request.post(`/api/order/${orderId}/refund`, { headers: await bearerOf(page), data })
  expect(refunded.ok()).toBe(true)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/dashboard/orders', '/dashboard', `/dashboard/orders/${orderId}`]) {
      await page.goto(path)
      await expect(
        main(page)
          .getByText(/^KWD\s[\d,.]+/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
    }
  }
})
