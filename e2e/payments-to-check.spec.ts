import type { Page } from '@playwright/test'
import { newAccount, signUp } from './accounts.ts'
import { expectAccessibleInBothThemes, openAsAdmin, otherVisitor, pressIn, row, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { bearerOf, main, reloadUntilVisible, sideMenu, title, toast } from './locators.ts'
import { paidTitle, payWith, placeOrder } from './purchase.ts'

// One after the other: they share one shop.
test.describe.configure({ mode: 'default' })

const { step } = test
const refundFails = '4000000000005126'
const isDisputed = '4000000000000259'
const orderIn = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''
/** The number of the order whose payment page is open. */
const orderNumber = async (page: Page) => /WW-\d{4}-\d+/.exec(await main(page).innerText())?.[0] ?? 'no order'

test('a failed refund can be sent again, and a dispute is listed until it is decided', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAsAdmin(page, '/dashboard/payments')
  await expect(title(page)).toHaveText('Payments to check')
  await expect(sideMenu(page).filter({ hasText: 'Payments to check' })).toHaveAttribute('aria-current', 'page')

  const buyer = await otherVisitor(browser, baseURL)
  await signUp(buyer, newAccount('Farida Akter'))
  await placeOrder(buyer)
  await payWith(buyer, refundFails)
  await expect(paidTitle(buyer)).toBeVisible()
  // Other tests leave payments to check in the same shop.
  const failed = row(page, await orderNumber(buyer))

  await step('a failed refund is listed', async () => {
    const answer = await page.request.post(`/api/order/${orderIn(buyer.url())}/refund`, {
      headers: await bearerOf(page),
      data: { reason: 'Broken', restock: false },
    })
    expect(answer.status()).toBe(201)
    await reloadUntilVisible(page, failed.filter({ hasText: 'Refund failed' }))
    await expectAccessibleInBothThemes(page)
  })

  await step('Send again asks first, by keyboard too', async () => {
    const dialog = page.getByRole('alertdialog')
    await pressIn(failed, 'Send again: ')
    await expect(dialog).toContainText('will go back to the card')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await expect(failed).toBeVisible()
    await pressIn(failed, 'Send again: ')
    await pressIn(dialog, 'Send again')
    await expect(toast(page, 'The refund was sent again')).toBeVisible()
    await expect(failed).toHaveCount(0)
  })

  await step('a dispute is listed with its deadline', async () => {
    await buyer.goto('/tools')
    await placeOrder(buyer)
    await payWith(buyer, isDisputed)
    await expect(paidTitle(buyer)).toBeVisible()
    const disputed = row(page, await orderNumber(buyer))
    await reloadUntilVisible(page, disputed.filter({ hasText: 'answer by' }))
    await pressIn(disputed, 'Check now: ')
    await expect(toast(page, 'The dispute is still open')).toBeVisible()
  })

  await step('only admins see the page', async () => {
    await buyer.goto('/dashboard/payments')
    await expect(title(buyer)).toHaveText('Not for this account')
  })
})
