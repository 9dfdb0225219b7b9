import type { Page } from '@playwright/test'
import { newAccount, signUp } from './accounts.ts'
import { addProduct, expectAccessibleInBothThemes, otherStaff, removeProducts, search, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { bearerOf, main, sideMenu, title, toast } from './locators.ts'
import { fillInDelivery, paidTitle, payWith } from './purchase.ts'

const { step } = test

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const orderRow = (page: Page, id: string | undefined) =>
  main(page)
    .getByRole('row')
    .filter({ has: page.locator(`a[href="/dashboard/orders/${id}"]`) })
const openTable = (page: Page) => main(page).getByRole('table', { name: 'Open orders' })
const statement = (page: Page) => main(page).getByRole('table', { name: 'Statement' })

async function refundAll(staff: Page, id: string | undefined): Promise<void> {
  const data = { reason: 'Late', restock: false }
  const answer = await staff.request.post(`/api/order/${id}/refund`, { headers: await bearerOf(staff), data })
  expect(answer.status()).toBe(201)
}

/** Asserts that the page with that text fits 320 px. */
async function expectToFitAPhone(page: Page, path: string, text: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(path)
  await expect(main(page).getByText(text).filter({ visible: true }).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.goBack()
  await page.setViewportSize(before)
}

test('a buyer with terms orders on account, and pays by transfer and by card', async ({ page, browser, baseURL }) => {
  const staff = await otherStaff(browser, baseURL, '/dashboard/users')
  const toolId = await addProduct(staff, 'OA-1 On account', 100)
  const account = await signUp(page, newAccount('Shirin Sultana'))

  let firstOrder = ''
  const fillInOrder = async (pieces: number) => {
    await page.goto(`/tool/${toolId}`)
    await field(page, 'Quantity').fill(String(pieces))
    await fillInDelivery(page)
    await main(page)
      .getByRole('radio', { name: /^On account/ })
      .check()
  }

  await step('without terms only the card is offered', async () => {
    await page.goto(`/tool/${toolId}`)
    await expect(main(page).getByText('You pay by card on the next page.')).toBeVisible()
    await expect(main(page).getByRole('radio')).toHaveCount(0)
    await page.goto('/dashboard/myorders')
    await sideMenu(page).filter({ hasText: 'Account' }).click()
    await expect(main(page).getByText('You pay by card. To buy on account')).toBeVisible()
    await expect(main(page).getByText('No credit')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await step('staff set terms', async () => {
    await search(staff, account.email)
    await main(staff).getByRole('link', { name: 'Account: Shirin Sultana' }).click()
    await expect(title(staff)).toHaveText('Account')
    await button(staff, 'Terms…').click()
    await field(staff, 'Days to pay').fill('thirty')
    await field(staff, 'Credit limit in USD').fill('500')
    await staff.getByRole('button', { name: 'Save terms' }).click()
    await expect(staff.getByText('Enter a number of days such as 30')).toBeVisible()
    await field(staff, 'Days to pay').fill('30')
    await expectAccessibleInBothThemes(staff)
    await staff.getByRole('button', { name: 'Save terms' }).click()
    await expect(toast(staff, 'The terms were saved')).toBeVisible()
    await expect(main(staff)).toContainText('of $500.00, to be paid within 30 days')
  })

  await step('an order on account is confirmed at once', async () => {
    await fillInOrder(3)
    await expect(main(page).getByText('You have $500.00 left of your credit limit.')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await button(page, 'Order Now').click()
    await expect(page).toHaveURL(/\/dashboard\/orders\//)
    await expect(main(page)).toContainText('On account')
    await expect(main(page)).toContainText('$300.00 open, to be paid by')
    firstOrder = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  })

  await step('its confirmation is a PDF, and an invoice follows once it is shipped', async () => {
    await expect(main(page).getByRole('button', { name: /^Invoice/ })).toHaveCount(0)
    const saved = page.waitForEvent('download')
    await button(page, 'Confirmation').click()
    expect((await saved).suggestedFilename()).toMatch(/^WW-\d{4}-\d{6}-confirmation\.pdf$/)
    await staff.goto(new URL(page.url()).pathname)
    await expect(main(staff).getByRole('region', { name: 'Money' })).toContainText('Open, on account$300.00')
    await expect(main(staff).getByText('$100.00 each').filter({ visible: true })).toHaveCount(1)
    const parcel = staff.getByRole('dialog')
    const send = async (pieces: string) => {
      await button(staff, 'Ship…').click()
      await parcel.getByLabel('Carrier').fill('Pathao')
      await parcel.getByRole('group').getByRole('textbox').fill(pieces)
      await parcel.getByRole('button', { name: 'Ship', exact: true }).click()
    }
    await send('1')
    await expect(main(staff).getByText('1 sent, 2 left')).toBeVisible()
    await expect(button(staff, /^Cancel order/)).toHaveCount(0)
    await page.reload()
    await expect(main(page).getByRole('link', { name: 'Order again' })).toBeVisible()
    await expect(button(page, /^Cancel order/)).toHaveCount(0)
    await send('2')
    await expect(button(staff, /^Invoice INV-/)).toBeVisible()
    await expectToFitAPhone(staff, '/dashboard/orders', 'On account, shipped')
    await page.reload()
    const invoice = page.waitForEvent('download')
    await button(page, /^Invoice INV-/).click()
    expect((await invoice).suggestedFilename()).toMatch(/^INV-\d{6}\.pdf$/)
    await expectAccessibleInBothThemes(page)
    await staff.goBack()
  })

  await step('staff enter a transfer: it pays the oldest order in full and the next in part', async () => {
    await fillInOrder(2)
    await button(page, 'Order Now').click()
    await expect(page).toHaveURL(/\/dashboard\/orders\//)
    await staff.reload()
    await expect(openTable(staff).getByRole('row')).toHaveCount(3)
    await button(staff, 'Enter a payment…').click()
    await field(staff, 'Amount in USD').fill('1.860,00')
    await staff.getByRole('button', { name: 'Enter payment' }).click()
    await expect(staff.getByText('Enter an amount such as 84.50')).toBeVisible()
    await field(staff, 'Amount in USD').fill('400')
    await field(staff, 'Reference').fill('TT 2026-0042')
    await expectAccessibleInBothThemes(staff)
    await staff.getByRole('button', { name: 'Enter payment' }).click()
    await expect(toast(staff, 'The payment was entered')).toBeVisible()
    await expect(openTable(staff).getByRole('row')).toHaveCount(2)
    await expect(statement(staff)).toContainText('TT 2026-0042')
    await button(staff, 'Enter a payment…').click()
    await field(staff, 'Amount in USD').fill('400')
    await field(staff, 'Reference').fill('TT 2026-0042')
    await staff.getByRole('button', { name: 'Enter payment' }).click()
    await expect(field(staff, 'Reference')).toHaveAccessibleDescription(/add to its reference/)
    await staff.getByRole('button', { name: 'Not now' }).click()
    await expectAccessibleInBothThemes(staff)
  })

  await step('the buyer’s statement shows it, month by month', async () => {
    await sideMenu(page).filter({ hasText: 'Account' }).click()
    await expect(openTable(page)).toContainText('$100.00')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(openTable(page).getByText(/^To be paid by \d/)).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect(statement(page).getByRole('row').last()).toContainText('$100.00')
    await main(page).getByRole('link', { name: 'Previous month' }).click()
    await expect(statement(page).getByRole('row')).toHaveCount(3)
    await main(page).getByRole('link', { name: 'Next month' }).click()
    await expect(statement(page)).toContainText('TT 2026-0042')
    await expect(main(page).getByRole('link', { name: 'Next month' })).toHaveCount(0)
    await expectAccessibleInBothThemes(page)
  })

  await step('another order on account is paid by card instead', async () => {
    await fillInOrder(1)
    await button(page, 'Order Now').click()
    await main(page).getByRole('link', { name: 'Payment' }).click()
    await expect(main(page).getByText('To be paid by')).toBeVisible()
    await payWith(page, '4242424242424242')
    await expect(paidTitle(page)).toBeVisible()
    const id = new URL(page.url()).pathname.split('/').at(-1)
    await refundAll(staff, id)
    // Not "credited": it went back to the card, though the order was on account.
    await page.goto('/dashboard/myorders')
    await expect(orderRow(page, id)).toContainText('$100.00 refunded')
    await expect(orderRow(page, id)).toContainText('Refunded')
    await staff.goto('/dashboard/orders')
    await expect(orderRow(staff, id)).toContainText('$100.00 refunded')
  })

  await step('a refund of a transfer is credited, and the receipt does not mention a card', async () => {
    await staff.goto(`/dashboard/orders/${firstOrder}`)
    await button(staff, 'Refund…').click()
    await field(staff, 'Reason').fill('Two of them hum')
    await staff.getByRole('dialog').getByRole('button', { name: 'Refund $300.00' }).click()
    await expect(toast(staff, '$300.00 is credited to the account')).toBeVisible()
    const money = main(staff).getByRole('region', { name: 'Money' })
    await expect(money).toHaveText(/^MoneyPaid, on account\$300\.00CreditedTwo of them hum\$300\.00$/)
    await page.goto(`/dashboard/receipt/${firstOrder}`)
    await expect(main(page).getByText('This payment was credited to your account.')).toBeVisible()
    await expect(main(page)).not.toContainText('card')
  })

  await step('what was credited before the payment is stated as credited, not as paid', async () => {
    await fillInOrder(4)
    await button(page, 'Order Now').click()
    await expect(page).toHaveURL(/\/dashboard\/orders\//)
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const post = async (path: string, data: object) => {
      const answer = await staff.request.post(`/api${path}`, { headers: await bearerOf(staff), data })
      expect(answer.status()).toBe(201)
    }
    const lines = [{ position: 1, quantity: 1 }]
    await post(`/order/${id}/refund`, { lines, reason: 'Sold out', restock: true })
    await page.reload()
    // The credit of the step before pays half of it.
    await expect(main(page)).toContainText('Credited−$100.00Paid−$200.00To pay$100.00')
    // A card would pay the whole total.
    await main(page).getByRole('link', { name: 'Payment' }).click()
    await expect(main(page).getByRole('heading', { name: '$100.00 is still to be paid' })).toBeVisible()
    await expect(button(page, /^Pay/)).toHaveCount(0)
    await expectAccessibleInBothThemes(page)
    await main(page).getByRole('link', { name: 'The order', exact: true }).click()
    await expect(button(page, 'Confirmation')).toBeVisible()
    await page.goto('/dashboard/myorders')
    await expect(main(page).getByText('$100.00 credited')).toBeVisible()
    await post('/payment', { email: account.email, amount: 100, reference: 'TT 3', receivedAt: '2026-11-02' })
    await page.goto(`/dashboard/receipt/${id}`)
    const receipt = main(page).getByRole('article')
    await expect(receipt).toContainText(/Total\$400\.00Credited before it was paid−\$100\.00Total paid, USD\$300\.00$/)
    await expect(receipt.getByText('1 credited')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectToFitAPhone(page, `/dashboard/receipt/${id}`, 'Total paid')
  })

  await step('removing the user says what is open, and their account stays within reach', async () => {
    await fillInOrder(1)
    await button(page, 'Order Now').click()
    await expect(page).toHaveURL(/\/dashboard\/orders\//)
    await staff.goto(`/dashboard/users?q=${encodeURIComponent(account.email)}`)
    await button(staff, /^Remove user/).click()
    const question = staff.getByRole('alertdialog')
    await expect(question).toContainText(/Still open: 3 orders to ship and \$100\.00 that they owe\./)
    await expectAccessibleInBothThemes(staff)
    await question.getByRole('button', { name: 'Remove user' }).click()
    await expect(main(staff).getByText('Removed').filter({ visible: true })).toBeVisible()
    await expect(button(staff, /^(Remove user|Make admin)/)).toHaveCount(0)
    await main(staff).getByRole('link', { name: 'Account: Shirin Sultana' }).click()
    await expect(openTable(staff)).toContainText('$100.00')
    await expect(button(staff, 'Enter a payment…')).toBeVisible()
  })
  await removeProducts(staff, toolId)
  await staff.close()
})
