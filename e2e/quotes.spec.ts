import type { Page } from '@playwright/test'
import { newAccount, signUp } from './accounts.ts'
import {
  addProduct,
  askAndOffer,
  expectAccessibleInBothThemes,
  makeOffer,
  otherStaff,
  removeProducts,
  test,
} from './administration.ts'
import { expect } from './fixtures.ts'
import { bearerOf, main, title, toast } from './locators.ts'
import { mailedLink } from './outbox.ts'

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const offered = (page: Page) => main(page).getByRole('table', { name: 'What we offer' })

test('a visitor opens an offer from the mailed link and accepts it with a new account', async ({
  page,
  browser,
  baseURL,
  shop,
  problems,
}) => {
  problems.expect(/status of 40[14]/)
  const staff = await otherStaff(browser, baseURL, '/dashboard/quotes')
  const toolId = await addProduct(staff, 'QV-1 For visitors', 40)
  const account = newAccount('Mitu Rahman')
  await page.goto(`/buyproduct?product=${encodeURIComponent('QV-1 For visitors')}`)
  await field(page, 'Name').fill(account.name)
  await field(page, 'E-mail').fill(account.email)
  await field(page, 'Phone').fill('+880 1711 000000')
  await field(page, 'Price').fill('35')
  await field(page, 'Quantity').fill('50')
  await button(page, 'Submit').click()
  await expect(main(page).getByText('Your request is with us')).toBeVisible()

  await staff.reload()
  await main(staff).getByRole('link', { name: account.name }).first().click()
  await button(staff, 'Send the offer').click()
  await expect(toast(staff, 'The offer was sent')).toBeVisible()

  await page.goto(await mailedLink(shop.outbox, account.email, 'Your quote'))
  await expect(offered(page)).toContainText('$1,750.00')
  await expectAccessibleInBothThemes(page)
  await field(page, 'Write to us').fill('Could you do 34?')
  await main(page).getByRole('link', { name: 'Log in or sign up to accept' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(title(page)).toHaveText('Sign up')
  await field(page, 'Name').fill(account.name)
  await field(page, 'E-mail').fill(account.email)
  await field(page, 'Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(title(page)).toHaveText(/^Quote WQ-\d{4}-\d{6}$/)
  await expect(field(page, 'Write to us')).toHaveValue('Could you do 34?')
  await field(page, 'Delivery address').fill('Plot 7, Road 3, Dhaka 1208')
  await button(page, 'Accept and order').click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await expect(main(page)).toContainText('$1,750.00')

  // The next request knows who asks.
  await page.goto('/buyproduct')
  await expect(field(page, 'Name')).toHaveValue(account.name)
  await expect(field(page, 'E-mail')).toHaveValue(account.email)
  await page.goto('/quote/0199f0a0-0000-7000-8000-000000000001#token=1.nonsense')
  await expect(main(page)).not.toContainText('Accept')
  await removeProducts(staff, toolId)
  await staff.close()
})

test('a declined offer and one withdrawn while the buyer is reading it both say so', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/status of 409/)
  const staff = await otherStaff(browser, baseURL, '/dashboard/quotes')
  const toolId = await addProduct(staff, 'QD-1 Not for long', 40)
  const buyer = await signUp(page)
  const offer = async (): Promise<string> => {
    const headers = await bearerOf(page)
    return `/quote/${await askAndOffer({ page, headers, staff, asker: buyer, toolId, quantity: 60, unitPrice: 36 })}`
  }
  const state = (reader: Page, words: string) => main(reader).getByText(words, { exact: true }).first()
  const confirm = (reader: Page, name: string) =>
    reader.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

  const declined = await offer()
  await page.goto(declined)
  await button(page, 'Decline').click()
  await expectAccessibleInBothThemes(page)
  await confirm(page, 'Keep it')
  await expect(button(page, 'Accept and order')).toBeVisible()
  await button(page, 'Decline').click()
  await confirm(page, 'Decline')
  await expect(state(page, 'Declined')).toBeVisible()
  await expect(button(page, 'Accept and order')).toBeHidden()
  await expect(title(page)).toBeFocused()
  await staff.goto(declined)
  await expect(state(staff, 'Declined')).toBeVisible()

  const withdrawn = await offer()
  await page.goto(withdrawn)
  await field(page, 'Delivery address').fill('Plot 7, Road 3, Dhaka 1208')
  await staff.goto(withdrawn)
  await button(staff, 'Withdraw the offer').click()
  await confirm(staff, 'Withdraw the offer')
  await expect(state(staff, 'Withdrawn')).toBeVisible()
  await button(page, 'Accept and order').click()
  await expect(main(page).getByRole('alert')).toHaveText('This quote is withdrawn, so this is no longer possible.')
  await expect(state(page, 'Withdrawn')).toBeVisible()
  await expect(title(page)).toBeFocused()
  await expect(button(page, 'Accept and order')).toBeHidden()
  await expect(main(page).getByRole('alert')).toHaveText('This quote is withdrawn, so this is no longer possible.')
  await page.reload()
  await expect(state(page, 'Withdrawn')).toBeVisible()
  await expect(button(page, 'Accept and order')).toBeHidden()
  await expectAccessibleInBothThemes(page)
  await page.goto('/dashboard/quotes')
  await expect(main(page).getByRole('row').filter({ hasText: 'Declined' })).toHaveCount(1)
  await expect(main(page).getByRole('row').filter({ hasText: 'Withdrawn' })).toHaveCount(1)

  await removeProducts(staff, toolId)
  await staff.close()
})

test('what is wrong with a price in an offer takes two lines at most', async ({ page, browser, baseURL }) => {
  const staff = await otherStaff(browser, baseURL, '/dashboard/quotes')
  const toolId = await addProduct(staff, 'QE-1 Without a price', 40)
  const buyer = await signUp(page)
  const data = { name: buyer.name, email: buyer.email, phone: '+880 1711 000000', lines: [{ toolId, quantity: 5 }] }
  const asked = await page.request.post('/api/quote', { headers: await bearerOf(page), data })
  await staff.goto(`/quote/${(await asked.json())._id}`)
  await field(staff, 'Pieces').fill('none')
  await button(staff, 'Send the offer').click()
  await expect(field(staff, 'Each, USD')).toHaveAccessibleDescription(/^Enter a price above zero/)
  const notes = staff.locator('.offer-line > .field-error')
  for (const width of [390, 820, 1440]) {
    await staff.setViewportSize({ width, height: 900 })
    await expect(notes).toHaveCount(2)
    for (const note of await notes.all()) {
      const lines = await note.evaluate((shown) => shown.clientHeight / parseFloat(getComputedStyle(shown).lineHeight))
      expect(lines, `lines at ${width} px`).toBeLessThan(2.5)
    }
  }
  await expectAccessibleInBothThemes(staff)
  await staff.request.delete(`/api/tool/${toolId}`, { headers: await bearerOf(staff) })
  await staff.close()
})

test('part of a number leads to the products that may be meant by a press', async ({ page, browser, baseURL }) => {
  const staff = await otherStaff(browser, baseURL, '/dashboard/quotes')
  const asker = { name: 'Rahim', email: 'rahim@example.com', phone: '+880 1711 000000' }
  const data = { ...asker, productName: 'A fan', price: 6, quantity: 5 }
  const asked = await page.request.post('/api/quote', { data })
  await staff.goto(`/quote/${(await asked.json())._id}`)
  await field(staff, 'Part number or name').fill('AF-120')
  await button(staff, 'Add product').click()
  await expect(main(staff).getByText('Several products match. Which one?')).toBeVisible()
  await main(staff).getByRole('group', { name: 'Closest products' }).getByText('AF-120 Case Fan').click()
  await expect(button(staff, 'Add product')).toBeFocused()
  await staff.keyboard.press('Enter')
  await expect(main(staff).getByRole('list', { name: 'Products in the offer' })).toContainText('AF-120 Case Fan')
  await staff.close()
})

test('accepting an offer that was just replaced shows the newer one first', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/status of 409/)
  const staff = await otherStaff(browser, baseURL, '/dashboard/quotes')
  const toolId = await addProduct(staff, 'QN-1 Newer', 40)
  const asker = await signUp(page)
  const headers = await bearerOf(page)
  const quoteId = await askAndOffer({ page, headers, staff, asker, toolId, quantity: 60, unitPrice: 36 })
  await page.goto(`/quote/${quoteId}`)
  await expect(offered(page)).toContainText('$2,160.00')
  await field(page, 'Delivery address').fill('Plot 7, Road 3, Dhaka 1208')
  await makeOffer(staff, quoteId, { toolId, quantity: 60, unitPrice: 38 })
  await button(page, 'Accept and order').click()
  await expect(main(page).getByRole('alert')).toHaveText('There is a newer offer. Check it, then accept it.')
  await expect(offered(page)).toContainText('$2,280.00')
  await expect(field(page, 'Delivery address')).toHaveValue('Plot 7, Road 3, Dhaka 1208')
  await button(page, 'Accept and order').click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await expect(main(page)).toContainText('$2,280.00')
  await removeProducts(staff, toolId)
  await staff.close()
})

test('a price typed while a product is being looked up stays, and a total with a missing price says so', async ({
  page,
  browser,
  baseURL,
}) => {
  const staff = await otherStaff(browser, baseURL, '/dashboard/quotes')
  const toolId = await addProduct(staff, 'QP-1 First of two', 40, [{ from: 100, price: 38 }])
  const otherId = await addProduct(staff, 'QP-2 Second of two', 30)
  const buyer = await signUp(page)
  const headers = await bearerOf(page)
  const quoteId = await askAndOffer({ page, headers, staff, asker: buyer, toolId, quantity: 60, unitPrice: 36 })
  await staff.goto(`/quote/${quoteId}`)
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  await staff.route('**/api/quick-order', (route) => until.then(() => route.continue()))
  await field(staff, 'Part number or name').fill('QP-2 Second of two')
  await button(staff, 'Add product').click()
  await field(staff, 'Each, USD').fill('33.50')
  goOn()
  await expect(button(staff, 'Remove: QP-2 Second of two')).toBeVisible()
  await expect(field(staff, 'Each, USD').first()).toHaveValue('33.50')

  const lines = main(staff).getByRole('list', { name: 'Products in the offer' }).getByRole('listitem')
  await expect(lines.first()).toContainText('List price $40.00, 900 in stock')
  await expect(lines.last()).toContainText('List price $30.00, 900 in stock')
  await field(staff, 'Pieces').first().fill('100')
  await expect(lines.first()).toContainText('List price $38.00')
  await field(staff, 'Pieces').first().fill('60')

  await expect(main(staff)).toContainText('Total$2,040.00')
  await field(staff, 'Each, USD').last().fill('')
  await expect(main(staff)).toContainText('Total so far$2,010.00')

  const asStaff = await bearerOf(staff)
  const { version }: { version: number } = await (await staff.request.get(`/api/tool/${toolId}`)).json()
  await staff.request.patch(`/api/tool/${toolId}`, { headers: asStaff, data: { version, price: 41 } })
  await field(staff, 'Write to the buyer').fill('Would 70 do?')
  await button(staff, 'Send message').click()
  await expect(lines.first()).toContainText('List price $41.00')

  await removeProducts(staff, toolId, otherId)
  await staff.close()
})

test('a reload keeps what was typed to make an offer, accept one or write about it', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/status of 409/)
  const staff = await otherStaff(browser, baseURL, '/dashboard/quotes')
  const toolId = await addProduct(staff, 'QR-1 Reloaded', 40)
  const buyer = await signUp(page)
  const headers = await bearerOf(page)
  const quoteId = await askAndOffer({ page, headers, staff, asker: buyer, toolId, quantity: 60, unitPrice: 36 })
  await staff.goto(`/quote/${quoteId}`)
  await field(staff, 'Each, USD').fill('35.50')
  await field(staff, 'Message to the buyer').fill('For the whole year')
  await field(staff, 'Write to the buyer').fill('Would 70 do?')
  await staff.reload()
  await expect(field(staff, 'Each, USD')).toHaveValue('35.50')
  await expect(field(staff, 'Message to the buyer')).toHaveValue('For the whole year')
  await expect(field(staff, 'Write to the buyer')).toHaveValue('Would 70 do?')
  await button(staff, 'Send message').click()
  await expect(toast(staff, 'Your message was sent')).toBeVisible()
  await staff.reload()
  await expect(field(staff, 'Write to the buyer')).toHaveValue('')

  // A colleague offers meanwhile: what is typed stays, beside the new offer.
  const validUntil = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString().slice(0, 10)
  const data = { lines: [{ toolId, quantity: 60, unitPrice: 34 }], validUntil }
  await staff.request.post(`/api/quote/${quoteId}/offer`, { headers: await bearerOf(staff), data })
  await button(staff, 'Send a new offer').click()
  await expect(main(staff).getByText(/^Someone else has made an offer meanwhile/)).toBeVisible()
  await expect(main(staff).getByText('$2,040.00').first()).toBeVisible()
  await expect(field(staff, 'Each, USD')).toHaveValue('35.50')
  await button(staff, 'Send a new offer').click()
  await expect(toast(staff, 'The offer was sent')).toBeVisible()
  await expect(field(staff, 'Message to the buyer')).toHaveValue('')

  await page.goto(`/quote/${quoteId}`)
  await field(page, 'Delivery address').fill('Plot 7, Road 3, Dhaka 1208')
  await field(page, 'Your order number').fill('PO-77')
  await field(page, 'Write to us').fill('A question first')
  await page.reload()
  await expect(field(page, 'Write to us')).toHaveValue('A question first')
  await expect(field(page, 'Delivery address')).toHaveValue('Plot 7, Road 3, Dhaka 1208')
  await expect(field(page, 'Your order number')).toHaveValue('PO-77')
  await button(page, 'Accept and order').click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)

  await page.goto(`/quote/${quoteId}`)
  await expect(main(page).getByText('Accepted', { exact: true }).first()).toBeVisible()
  const offer = page.getByRole('region', { name: 'Offer', exact: true })
  await expect(offer.getByText(/valid until/i)).toBeHidden()
  // Each offer is in the history with what it came to.
  const history = page.getByRole('region', { name: 'What happened' })
  await expect(history.getByText(/^Offer made: /)).toHaveText(
    ['$2,160.00', '$2,040.00', '$2,130.00'].map((total) => `Offer made: ${total}`),
  )
  await removeProducts(staff, toolId)
  await staff.close()
})
