import { messages } from '#content/messages.ts'
import { fillSignUp, newAccount, signUp } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { toast } from './locators.ts'
import { expectOrderPaid, openFirstProduct, paidTitle, payButton, payWith, placeOrder } from './purchase.ts'

test('a visitor signs up, orders, pays by card and sees the order paid', async ({ page }) => {
  const account = newAccount('Nusrat Jahan')
  await fillSignUp(page, account)
  await expect(page).toHaveURL('/tools')

  await openFirstProduct(page)
  await expect(page.getByRole('button', { name: 'Order Now' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: account.name })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: account.email })).toBeVisible()
  await page.goBack()

  await placeOrder(page)
  await page.getByRole('link', { name: 'My Orders' }).click()
  await page.getByRole('link', { name: 'Payment', exact: true }).click()
  await payWith(page, '4242424242424242')
  await expect(paidTitle(page)).toBeVisible()

  await expectOrderPaid(page)
})

test('a quantity outside the limits shows the message and disables Order Now', async ({ page }) => {
  await signUp(page)
  await openFirstProduct(page)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /-1280\.webp$/)
  const quantity = page.getByLabel('Quantity')
  const order = page.getByRole('button', { name: 'Order Now' })
  await expect(order).toBeEnabled()
  for (const wrong of ['1', '9999999']) {
    await quantity.fill(wrong)
    await quantity.blur()
    await expect(page.getByText(messages.quantityOutOfRange)).toBeVisible()
    await expect(order).toBeDisabled()
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await quantity.fill((await quantity.getAttribute('aria-valuemax')) ?? '')
  await expect(order).toBeEnabled()
  const { x = -1, width = 0 } = (await order.boundingBox()) ?? {}
  expect(x).toBeGreaterThan(0)
  expect(x + width, 'where Order Now ends on a small screen').toBeLessThanOrEqual(320)

  await page.emulateMedia({ forcedColors: 'active' })
  await quantity.press('Shift+Tab')
  const less = page.getByRole('button', { name: 'One less' })
  await expect(less).toBeFocused()
  await expect(less, 'with the colours of high contrast').toHaveCSS('outline-style', 'solid')
})

test('a card that needs authentication pays once the bank agrees', async ({ page, problems }) => {
  problems.expect(/status of 402/)
  await signUp(page)
  await placeOrder(page)
  await payWith(page, '4000002500003155')
  await page.getByRole('dialog').getByRole('button', { name: 'Fail' }).click()
  await expect(
    page
      .getByRole('main')
      .getByText(/authenticat/i)
      .first(),
  ).toBeVisible()
  await payButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await expect(paidTitle(page)).toBeVisible()
})

test('declined cards show why, and another card then pays', async ({ page, problems }) => {
  problems.expect(/status of 402/)
  await signUp(page)
  await placeOrder(page)
  const declined = [
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000127', "Your card's security code is incorrect."],
  ] as const
  for (const [card, message] of declined) {
    await payWith(page, card)
    await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByLabel('Card number')).toBeFocused()
    await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(message)
    await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true')
  }
  await payWith(page, '4242424242424242')
  await expect(paidTitle(page)).toBeVisible()
})

test('a slow card is paid once the bank has answered', async ({ page }) => {
  await signUp(page)
  await placeOrder(page)
  await payWith(page, '4000000000005001')
  await expect(page.getByText('The bank is still working on it', { exact: false })).toBeVisible()
  await expect(paidTitle(page)).toBeVisible({ timeout: 30_000 })
})

test('Show older orders loads the rest of a long order list', async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/)
  await signUp(page)
  for (let n = 0; n < 3; n++) {
    await page.goto('/tools')
    await placeOrder(page)
  }
  // As with a thousand lines, but with a shorter list.
  await page.route(/\/api\/order\?/, (route) => route.continue({ url: `${route.request().url()}&limit=2` }))
  await page.goto('/dashboard')
  const orders = page.getByRole('row').filter({ hasText: 'WW-' })
  const older = page.getByRole('button', { name: 'Show older orders' })
  await expect(orders).toHaveCount(2)
  await page.route(/\/api\/order\?.*cursor/, (route) => route.abort())
  await older.click()
  await expect(toast(page, messages.offline)).toBeVisible()
  await expect(orders).toHaveCount(2)
  await page.unroute(/\/api\/order\?.*cursor/)
  await older.click()
  await expect(orders).toHaveCount(3)
  await expect(older).toBeHidden()
})
