import type { Page } from '@playwright/test'
import { addProduct, makeOffer, otherStaff, pressIn, removeProducts, test } from './administration.ts'
import { signUp } from './accounts.ts'
import { quotedCart } from './calls.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { bearerOf, main, title } from './locators.ts'

/** As when its reader comes back from another window. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

test('a quote shows its buyer and staff what happened in other tabs, and keeps what they typed', async ({
  page,
  browser,
  baseURL,
}) => {
  const staff = await otherStaff(browser, baseURL, '/dashboard/quotes')
  const toolId = await addProduct(staff, 'QR-1 Renewed', 40)
  const quoteId = await quotedCart(page, await signUp(page))
  for (const each of [page, staff]) {
    await each.goto(`/quote/${quoteId}`)
    await expect(main(each).getByText('Requested').first()).toBeVisible()
  }
  const message = main(page).getByLabel('Write to us')
  await message.fill('Could you do 34?')
  const line = { toolId, quantity: 60, unitPrice: 36 }
  await makeOffer(staff, quoteId, line)
  await comeBack(page)
  await expect(main(page).getByRole('button', { name: 'Accept and order' })).toBeVisible()
  await expect(message).toHaveValue('Could you do 34?')
  await expect(message).toBeFocused()

  const address = main(page).getByLabel('Delivery address')
  await address.fill('Plot 7, Road 3, Dhaka 1208')
  await makeOffer(staff, quoteId, { ...line, unitPrice: 45 })
  await comeBack(page)
  await expect(main(page).getByText('This offer has replaced the one you were shown before.')).toBeVisible()
  await expect(main(page).getByRole('table', { name: 'What we offer' })).toContainText('$2,700.00')
  await expect(address).toHaveValue('Plot 7, Road 3, Dhaka 1208')
  await expectAccessible(page)

  await main(staff).getByLabel('Write to the buyer').fill('Soon.')
  const tab = await page.context().newPage()
  await tab.goto(`/quote/${quoteId}`)
  await pressIn(main(tab), 'Decline')
  await pressIn(tab.getByRole('alertdialog'), 'Decline')
  await expect(main(tab).getByText('Declined').first()).toBeVisible()
  await address.focus()
  await comeBack(page)
  await expect(address).toBeHidden()
  await expect(title(page)).toBeFocused()
  const headers = await bearerOf(page)
  const wrote = await page.request.post(`/api/quote/${quoteId}/message`, {
    headers,
    data: { message: 'Too much for us.' },
  })
  expect(wrote.ok(), await wrote.text()).toBe(true)
  await comeBack(staff)
  await expect(main(staff).getByText('Too much for us.')).toBeVisible()
  await expect(main(staff).getByText('Declined').first()).toBeVisible()
  await expect(main(staff).getByLabel('Write to the buyer')).toHaveValue('Soon.')
  await removeProducts(staff, toolId)
})
