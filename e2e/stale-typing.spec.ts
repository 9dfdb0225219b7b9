import type { Page } from '@playwright/test'
import { signUp } from './accounts.ts'
import {
  addProduct,
  askAndOffer,
  expectFields,
  fillIn,
  makeOffer,
  openAsAdmin,
  openPaidOrder,
  otherVisitor,
  pressIn,
  test,
} from './administration.ts'
import { post } from './calls.ts'
import { expect } from './fixtures.ts'
import { bearerOf, main, toast, toolsInStock } from './locators.ts'

/** What was typed before the shop changed: it stays, but undoes nothing that happened meanwhile. */

test('an address changed in another tab keeps that change where nothing else was typed', async ({ page }) => {
  await signUp(page)
  const change = (tab: Page) => pressIn(main(tab), /^Change: /)
  await page.goto('/dashboard/addresses')
  await pressIn(main(page), 'Add an address')
  const given = { Recipient: 'Karim', Phone: '+880 1711 000000', 'House and street': 'Plot 7' }
  await fillIn(page, { ...given, 'City or district': 'Dhaka', Postcode: '1208' })
  await pressIn(main(page), 'Save address')
  await change(page)
  await fillIn(page, { Phone: '+880 1711 333333' })
  const tab = await page.context().newPage()
  await tab.goto('/dashboard/addresses')
  await change(tab)
  await fillIn(tab, { 'City or district': 'Chattogram' })
  await pressIn(main(tab), 'Save address')
  await expect(main(tab).getByText('Chattogram')).toBeVisible()
  await page.reload()
  await change(page)
  await expectFields(page, { Phone: '+880 1711 333333', 'City or district': 'Chattogram' })
})

test('a refund typed before another one is refused once, and so is a parcel', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/status of 409/)
  const orderId = await openPaidOrder(page, browser, baseURL)
  const dialog = page.getByRole('dialog')

  await pressIn(main(page), 'Refund…')
  await dialog.getByRole('radio', { name: 'An amount' }).check()
  await dialog.getByLabel(/^Amount/).fill('5')
  await dialog.getByLabel('Reason').fill('Late')
  await post(page, `/api/order/${orderId}/refund`, { amount: 5, reason: 'Late', restock: false })
  await page.reload()
  await pressIn(main(page), 'Refund…')
  await expect(dialog.getByLabel(/^Amount/)).toHaveValue('5')
  await pressIn(dialog, 'Refund')
  await expect(dialog.getByRole('alert')).toHaveText(/was refunded in the meantime/)
  await dialog.getByLabel('Reason').fill('Late again')
  await pressIn(dialog, 'Refund')
  await expect(toast(page, '$5.00 goes back to the card')).toBeVisible()

  await pressIn(main(page), 'Ship…')
  await dialog.getByLabel('Carrier').fill('Pathao')
  await dialog.getByRole('group', { name: 'In this parcel' }).getByRole('textbox').fill('1')
  await post(page, `/api/order/${orderId}/ship`, { carrier: 'Pathao', lines: [{ position: 1, quantity: 1 }] })
  await page.reload()
  await pressIn(main(page), 'Ship…')
  await pressIn(dialog, 'Ship')
  await expect(dialog.getByRole('alert')).toHaveText(/Another parcel of this order was sent/)
  await pressIn(dialog, 'Ship')
  await expect(toast(page, 'The parcel is on its way')).toBeVisible()
})

test('an offer typed before a colleague’s offer is refused once', async ({ page, browser, baseURL, problems }) => {
  problems.expect(/status of 409/)
  const buyer = await otherVisitor(browser, baseURL)
  const asker = await signUp(buyer)
  const toolId = (await toolsInStock(buyer)).at(-1)?._id ?? ''
  await openAsAdmin(page, '/managetools')
  const line = { toolId, quantity: 20, unitPrice: 30 }
  const headers = await bearerOf(buyer)
  const quoteId = await askAndOffer({ page: buyer, headers, staff: page, asker, ...line })
  await page.goto(`/quote/${quoteId}`)
  await fillIn(page, { 'Message to the buyer': 'Our best price.' })
  await makeOffer(page, quoteId, { ...line, unitPrice: 25 })
  await page.reload()
  await expectFields(page, { 'Message to the buyer': 'Our best price.' })
  await pressIn(main(page), 'Send a new offer')
  await expect(main(page).getByRole('alert')).toHaveText(/Someone else has made an offer meanwhile/)
  await pressIn(main(page), 'Send a new offer')
  await expect(toast(page, 'The offer was sent')).toBeVisible()
})

test('a count of the stock is gone once some were sold, and an emptied box stays empty', async ({ page }) => {
  await openAsAdmin(page, '/managetools')
  const toolId = await addProduct(page, 'ST-1 Counted', 40)
  const typed = { Counted: '880', Received: '7' }
  await page.goto(`/managetools/${toolId}/stock`)
  await fillIn(page, typed)
  await page.reload()
  await expectFields(page, typed)
  await post(page, `/api/tool/${toolId}/stock`, { counted: 600 })
  await page.reload()
  await expectFields(page, { ...typed, Counted: '' })

  await page.goto(`/managetools/${toolId}`)
  await fillIn(page, { 'Minimum order': '' })
  page.on('dialog', (prompt) => void prompt.accept())
  await page.reload()
  await expectFields(page, { Name: 'ST-1 Counted', 'Minimum order': '' })
})
