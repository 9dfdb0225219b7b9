import type { Page, Route } from '@playwright/test'
import { signUp } from './accounts.ts'
import { cancelElsewhere } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { payButton, payWith, placeOrder } from './purchase.ts'

/** In milliseconds. */
const hour = 3_600_000

const holdLeft = (page: Page) => page.getByRole('region', { name: 'Order' }).getByRole('timer')

/** Passes on the shop's answer with a date `later` milliseconds ahead: this date sets the page's clock. */
async function answerAt(route: Route, later: number): Promise<void> {
  const response = await route.fetch()
  await route.fulfill({
    response,
    headers: { ...response.headers(), date: new Date(Date.now() + later).toUTCString() },
  })
}

test('an unpaid order counts down how long its stock and price are held', async ({ page }) => {
  await signUp(page)
  let ahead = 0
  await page.route('**/api/**', (route) => answerAt(route, ahead))
  await page.clock.install()
  await placeOrder(page)
  await expect(payButton(page)).toBeEnabled()
  const left = holdLeft(page)
  await expect(left).toHaveText(/^47 h \d+ min left, at this price$/)
  ahead = 47 * hour + hour / 6
  await page.clock.fastForward(ahead)
  await expect(left).toHaveText(/^4\d min \d+ s left, at this price$/)
  const before = (await left.textContent()) ?? ''
  await page.clock.runFor(2_000)
  await expect(left).not.toHaveText(before)
  ahead += hour
  await page.clock.fastForward(hour)
  await expect(left).toHaveText('The hold is over')
})

test('a device whose clock is a day ahead shows the same time left', async ({ page }) => {
  await signUp(page)
  await page.clock.install({ time: Date.now() + 24 * hour })
  await placeOrder(page)
  await expect(holdLeft(page)).toHaveText(/^47 h \d+ min left, at this price$/)
})

test('paying for an order that was cancelled meanwhile shows what became of it', async ({ page, problems }) => {
  problems.expect(/status of 400/)
  await signUp(page)
  await placeOrder(page)
  await expect(payButton(page)).toBeEnabled()
  await cancelElsewhere(page)
  await payWith(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: 'This order was cancelled' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Order again' })).toBeVisible()
  await expect(page.getByText('PaymentIntent')).toBeHidden()
  await expect(holdLeft(page)).toBeHidden()
  await expect(payButton(page)).toBeHidden()
})
