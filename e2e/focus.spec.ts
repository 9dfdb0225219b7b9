import type { Page } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { newAccount, signUp } from './accounts.ts'
import { addProduct, askAndOffer, dialog, openAsAdmin, otherVisitor, test } from './administration.ts'
import { paidOrder, placedOrder, quotedCart } from './calls.ts'
import { expect } from './fixtures.ts'
import { bearerOf, main, title, toast } from './locators.ts'
import { count, paste } from './quick-order.ts'

/** Where the focus goes when the element that had it is gone: if lost, it would start at the top of the page again. */

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('the focus moves to the address form, and back to the button that opened it', async ({ page }) => {
  await signUp(page, newAccount())
  await page.goto('/dashboard/addresses')
  const add = button(page, 'Add an address')
  const first = field(page, 'Recipient')
  await add.press('Enter')
  await expect(first).toBeFocused()
  await button(page, 'Cancel').press('Enter')
  await expect(add).toBeFocused()
  await add.press('Enter')
  await first.fill('Karim')
  await field(page, 'Phone').fill('+880 1711 000000')
  await field(page, 'House and street').fill('Plot 7')
  await field(page, 'City or district').fill('Dhaka')
  await field(page, 'Postcode').fill('1208')
  await button(page, 'Save address').press('Enter')
  const change = button(page, 'Change: Karim, Plot 7')
  await expect(change).toBeVisible()
  await expect(add).toBeFocused()
  for (const end of ['Cancel', 'Save address']) {
    await change.press('Enter')
    await expect(first).toBeFocused()
    await button(page, end).press('Enter')
    await expect(change).toBeFocused()
  }
  await button(page, 'Delete: Karim, Plot 7').press('Enter')
  await button(page, 'Undo').press('Enter')
  await expect(change).toBeVisible()
  await expect(add).toBeFocused()
})

test('the focus returns to the button after saving a part number list, and moves to what is left of the list', async ({
  page,
}) => {
  await signUp(page, newAccount())
  await page.goto('/dashboard/quick-order')
  await paste(page).fill('WW-PS-850M\t20\nnothing like it\t5')
  await button(page, 'Check the list').click()
  await expect(count(page)).toHaveText('1 of 2 rows ready')
  const save = button(page, 'Save as a list')
  await save.press('Enter')
  await button(page, 'Cancel').press('Enter')
  await expect(save).toBeFocused()
  await save.press('Enter')
  await field(page, 'Name of the list').fill('Kit')
  await page.keyboard.press('Enter')
  await expect(save).toBeFocused()
  await button(page, 'Add 1 row to order').press('Enter')
  await expect(main(page).getByRole('heading', { name: '0 of 1 row ready' })).toBeFocused()
  await button(page, 'Clear the list').press('Enter')
  await expect(button(page, /^Undo: put .+ back$/)).toBeFocused()
})

for (const press of ['click', 'dblclick'] as const)
  test(`the focus moves to the heading of the rows after a ${press} has fixed all of them`, async ({ page }) => {
    await signUp(page, newAccount())
    await page.goto('/dashboard/quick-order')
    await paste(page).fill('WW-PS-850M\t1')
    await button(page, 'Check the list').click()
    await expect(count(page)).toHaveText('0 of 1 row ready')
    await button(page, 'Fix 1 at once')[press]()
    await expect(count(page)).toHaveText('1 of 1 row ready')
    await expect(count(page)).toBeFocused()
  })

test('the focus moves to the number of an order that its buyer cancels', async ({ page }) => {
  await signUp(page, newAccount())
  await placedOrder(page)
  await page.goto('/dashboard/myorders')
  await button(page, /^Cancel order/).press('Enter')
  await dialog(page).getByRole('button', { name: 'Cancel order' }).press('Enter')
  await expect(main(page).getByText('Cancelled')).toBeVisible()
  await expect(main(page).getByRole('link', { name: /^WW-/ })).toBeFocused()
})

test('the focus moves to the heading after a step with an order or a quote', async ({ page, browser, baseURL }) => {
  const buyer = await otherVisitor(browser, baseURL)
  const asker = await signUp(buyer, newAccount())
  const orderId = await paidOrder(buyer)
  await openAsAdmin(page, `/dashboard/orders/${orderId}`)
  await button(page, 'Mark packed').press('Enter')
  await expect(toast(page, 'Marked as packed')).toBeVisible()
  await expect(title(page)).toBeFocused()
  // Of which nothing is left, so that the button that opened the dialog is gone too.
  for (const [opener, submit, box, done] of [
    ['Ship…', 'Ship', 'Carrier', 'The parcel is on its way'],
    ['Refund…', /^Refund \$/, 'Reason', /goes back to the card$/],
  ] as const) {
    await button(page, opener).press('Enter')
    await field(page, box).fill('Own van')
    await page.getByRole('dialog').getByRole('button', { name: submit, exact: true }).press('Enter')
    await expect(toast(page, done)).toBeVisible()
    await expect(button(page, opener)).toBeHidden()
    await expect(title(page)).toBeFocused()
  }
  const toolId = await addProduct(page, 'QF-1 Focus', 40)
  const headers = await bearerOf(buyer)
  const quoteId = await askAndOffer({ page: buyer, headers, staff: page, asker, toolId, quantity: 60, unitPrice: 36 })
  await page.goto(`/quote/${quoteId}`)
  const line = main(page).getByRole('group', { name: 'QF-1 Focus' })
  await line.getByRole('button', { name: 'Remove: QF-1 Focus' }).press('Enter')
  await expect(line).toBeHidden()
  await expect(button(page, 'Add product')).toBeFocused()
  const part = main(page).getByRole('combobox', { name: 'Part number or name' })
  await part.fill('QF-1 Focus')
  // Adds the product: the offer is not sent yet.
  await page.keyboard.press('Enter')
  await expect(line.getByLabel('Each, USD')).toHaveValue('40')
  await expect(part).toHaveValue('')
  await button(page, 'Send a new offer').press('Enter')
  await expect(toast(page, 'The offer was sent')).toBeVisible()
  await expect(title(page)).toBeFocused()
})

test('the focus moves to the first invalid field of a refused form', async ({ page, browser, baseURL }) => {
  const buyer = await otherVisitor(browser, baseURL)
  const asker = await signUp(buyer, newAccount())
  const orderId = await paidOrder(buyer)
  await quotedCart(buyer, asker)
  await buyer.goto('/dashboard/cart')
  await button(buyer, 'Ask for a quote').click()
  const asking = buyer.getByRole('dialog', { name: 'Ask for a quote' })
  await asking.getByRole('button', { name: 'Ask', exact: true }).press('Enter')
  await expect(asking.getByLabel('Phone')).toBeFocused()
  await buyer.keyboard.press('Escape')
  await button(buyer, 'Save as a list').click()
  await field(buyer, 'Name of the list').fill('n'.repeat(61))
  for (const _ of ['once', 'again']) {
    await button(buyer, 'Save the list').press('Enter')
    await expect(field(buyer, 'Name of the list')).toBeFocused()
  }
  await openAsAdmin(page, `/dashboard/orders/${orderId}`)
  for (const [opener, submit, wrong] of [
    ['Ship…', 'Ship', 'Carrier'],
    ['Refund…', /^Refund \$/, 'Reason'],
  ] as const) {
    await button(page, opener).click()
    await page.getByRole('dialog').getByRole('button', { name: submit, exact: true }).press('Enter')
    await expect(field(page, wrong)).toBeFocused()
    await page.keyboard.press('Escape')
  }
  const toolId = await addProduct(page, 'QF-2 Focus', 40)
  const headers = await bearerOf(buyer)
  const quoteId = await askAndOffer({ page: buyer, headers, staff: page, asker, toolId, quantity: 60, unitPrice: 36 })
  await page.goto(`/quote/${quoteId}`)
  await button(page, 'Send message').press('Enter')
  await expect(field(page, 'Write to the buyer')).toBeFocused()
  const each = field(page, 'Each, USD')
  await each.fill('cheap')
  await button(page, 'Send a new offer').press('Enter')
  await expect(each).toBeFocused()
  await expect(main(page).getByText(messages.priceInvalid)).toBeVisible()
  // The error message is below the box, and the button stays beside the box.
  const edges = await Promise.all(
    [each, button(page, /^Remove: /)].map((part) => part.evaluate((it) => it.getBoundingClientRect().bottom)),
  )
  expect(Math.abs((edges[0] ?? 0) - (edges[1] ?? Infinity))).toBeLessThanOrEqual(1)
})
