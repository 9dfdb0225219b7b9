import type { Page } from '@playwright/test'
import { cartMessages } from '#content/cart.ts'
import { messages } from '#content/messages.ts'
import type { Tool } from '#features/catalogue/schema.ts'
import { expectAccessibleInBothThemes, otherStaff, otherVisitor, test } from './administration.ts'
import { logIn, newAccount, signUp } from './accounts.ts'
import { expect } from './fixtures.ts'
import { press, tabTo, type } from './keys.ts'
import { bearerOf, listedTools, main, signOutButton, title, toast } from './locators.ts'
import { fillInDelivery, paidTitle, payWith } from './purchase.ts'

const { step } = test

const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Order/ })
const line = (page: Page, name: string) => main(page).getByRole('group', { name })
const quantity = (page: Page, name: string) => line(page, name).getByLabel('Quantity')
const add = (page: Page, name: string) => main(page).getByRole('button', { name: `Add to order: ${name}` })
const placeButton = (page: Page) => main(page).getByRole('button', { name: 'Place order' })
const total = (page: Page) => main(page).locator('.order-total')

/** Finds a product by its part number. */
async function listed(page: Page, partNumber: string): Promise<Tool> {
  const tool = (await listedTools(page)).find(({ part_number }) => part_number === partNumber)
  if (!tool) throw new Error(`there is no ${partNumber}`)
  return tool
}

/** Changes a product as staff, from another page. */
async function change(staff: Page, tool: Tool, changes: Record<string, unknown>): Promise<void> {
  const headers = await bearerOf(staff)
  const { version } = await listed(staff, tool.part_number)
  const answer = await staff.request.patch(`/api/tool/${tool._id}`, { headers, data: { version, ...changes } })
  expect(answer.status()).toBe(200)
}

const openCart = async (page: Page) => {
  await cartLink(page).click()
  await expect(title(page)).toHaveText('Your order')
}

test.describe('a buyer', () => {
  // One after the other: staff change the same products in both.
  test.describe.configure({ mode: 'default' })

  for (const width of [390, 1280]) {
    test(`fills a cart at ${width} px, changes it, accepts a new price, orders and pays`, async ({
      page,
      browser,
      baseURL,
      problems,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      const staff = await otherStaff(browser, baseURL, '/managetools')
      const [supply, fan] = [await listed(staff, 'WW-PS-850M'), await listed(staff, 'WW-FN-120L')]
      await signUp(page)

      await step('an empty cart says what to do', async () => {
        await openCart(page)
        await expect(main(page).getByText('Nothing in your order yet')).toBeVisible()
        await expectAccessibleInBothThemes(page)
        await main(page).getByRole('link', { name: 'See tools and prices' }).click()
      })

      await step('a product card adds the minimum, and the same again', async () => {
        await add(page, supply.name).click()
        await expect(toast(page, `Added: 20 × ${supply.name}`)).toBeVisible()
        await expect(cartLink(page)).toHaveText('Order (1)')
        await add(page, supply.name).click()
        await expect(toast(page, `Added: 20 × ${supply.name}`)).toHaveCount(2)
      })

      await step('the purchase page adds the typed quantity', async () => {
        await main(page)
          .getByRole('link', { name: `Purchase ${fan.name}` })
          .click()
        await page.getByLabel('Quantity').fill('150')
        await add(page, fan.name).click()
        await expect(toast(page, `Added: 150 × ${fan.name}`)).toBeVisible()
        await expect(cartLink(page)).toHaveText('Order (2)')
        await page.reload()
        await expect(cartLink(page)).toHaveText('Order (2)')
      })

      await step('the cart has both products and their total', async () => {
        await openCart(page)
        await expect(quantity(page, supply.name)).toHaveValue('40')
        await expect(quantity(page, fan.name)).toHaveValue('150')
        await expect(total(page)).toHaveText('2 products$4,415.00')
        await expectAccessibleInBothThemes(page)
      })

      await step('an invalid quantity is pointed out and corrected', async () => {
        await quantity(page, fan.name).fill('x')
        await expect(line(page, fan.name).getByText(messages.quantityOutOfRange)).toBeVisible()
        await quantity(page, fan.name).fill('3')
        await line(page, fan.name)
          .getByRole('button', { name: /^Order 100 instead/ })
          .click()
        await expect(quantity(page, fan.name)).toHaveValue('100')
        await expect(total(page)).toHaveText('2 products$4,070.00')
      })

      await step('a removed line is restored', async () => {
        await line(page, fan.name)
          .getByRole('button', { name: /^Remove/ })
          .click()
        await expect(total(page)).toHaveText('1 product$3,380.00')
        await expect(main(page).getByRole('button', { name: /^Undo/ })).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(line(page, fan.name).getByRole('button', { name: /^Remove/ })).toBeFocused()
        await expect(total(page)).toHaveText('2 products$4,070.00')
        await expect(cartLink(page)).toHaveText('Order (2)')
      })

      await step('an order at an outdated price is refused, with the new price at its line', async () => {
        problems.expect(/status of 409/)
        await fillInDelivery(page)
        await change(staff, supply, { price: supply.price + 5.5, price_breaks: [] })
        await placeButton(page).click()
        await expect(main(page).getByText('The price has changed: the total is now $4,290.00.')).toBeVisible()
        const said = `The price changed from $84.50 to $90.00 each since you added it.`
        await expect(line(page, supply.name).getByText(said)).toBeVisible()
        await expectAccessibleInBothThemes(page)
      })

      await step('the order is placed once the new price is accepted, and not before', async () => {
        await placeButton(page).click()
        const accept = line(page, supply.name).getByRole('button', { name: /^Accept \$90\.00/ })
        await expect(accept).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(accept).toBeHidden()
        await expect(line(page, supply.name)).toBeFocused()
        await expect(total(page)).toHaveText('2 products$4,290.00')
        await placeButton(page).click()
        await expect(toast(page, messages.orderPlaced)).toBeVisible()
        await expect(page).toHaveURL(/\/dashboard\/payment\//)
        await expect(cartLink(page)).toHaveText('Order')
      })

      await step('the order is paid by card', async () => {
        await payWith(page, '4242424242424242')
        await expect(paidTitle(page)).toBeVisible()
      })
      await change(staff, supply, { price: supply.price, price_breaks: supply.price_breaks })
    })
  }
})

test('a second tab and another device share the cart, and changes made in both are kept', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  // Of two changes at once, one is answered 409 and retried automatically.
  problems.expect(/status of 409/)
  const [supply, fan] = [await listed(page, 'WW-PS-850M'), await listed(page, 'WW-FN-120L')]
  const account = await signUp(page)
  const tab = await page.context().newPage()
  await tab.goto('/tools')
  await add(page, supply.name).click()
  await expect(cartLink(tab)).toHaveText('Order (1)')
  await Promise.all([add(page, fan.name).click(), add(tab, supply.name).click()])
  await expect(cartLink(page)).toHaveText('Order (2)')
  await openCart(page)
  await expect(quantity(page, supply.name)).toHaveValue('40')
  await expect(quantity(page, fan.name)).toHaveValue('100')

  const device = await otherVisitor(browser, baseURL)
  await device.goto('/login')
  await logIn(device, account)
  await expect(cartLink(device)).toHaveText('Order (2)')
  await openCart(device)
  await line(device, fan.name)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(cartLink(device)).toHaveText('Order (1)')
  await quantity(page, supply.name).fill('60')
  await expect(line(page, fan.name)).toBeHidden()
  await expect(cartLink(tab)).toHaveText('Order (1)')
  await device.reload()
  await expect(quantity(device, supply.name)).toHaveValue('60')
  await device.context().close()
})

test('Add to order adds no more than is available, and says so', async ({ page }) => {
  const tool = await listed(page, 'WW-CS-005G')
  await signUp(page)
  await page.goto(`/tool/${tool._id}`)
  await expect(page.getByRole('button', { name: 'Order Now' })).toBeEnabled()
  await page.getByLabel('Quantity').fill(String(tool.available_quantity))
  await add(page, tool.name).click()
  await expect(toast(page, `Added: ${tool.available_quantity} × `)).toBeVisible()
  await add(page, tool.name).click()
  await expect(
    toast(page, `Your order already has as many as possible of the ${tool.available_quantity} available.`),
  ).toHaveText(/^Your order/)
})

test('changes made without a connection stay, are marked as unsaved and are sent later', async ({ page, problems }) => {
  problems.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|request failed/)
  // A product whose price no other test changes.
  const supply = await listed(page, 'WW-PS-750M')
  await signUp(page)
  await page.route('**/api/cart', (route) => route.abort())
  await page.reload()
  await add(page, supply.name).click()
  await expect(toast(page, cartMessages.unsaved)).toBeVisible()
  await page.unroute('**/api/cart')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(cartLink(page)).toHaveText('Order (1)')
  await openCart(page)
  await expect(quantity(page, supply.name)).toHaveValue('20')
  await page.route('**/api/cart', (route) => route.abort())
  await quantity(page, supply.name).fill('60')
  await expect(main(page).getByText('Your last changes are not saved yet.')).toBeVisible()
  await expect(total(page)).toHaveText('1 product$4,374.00')
  await page.unroute('**/api/cart')
  await main(page).getByRole('button', { name: 'Retry' }).click()
  await expect(main(page).getByText('Your last changes are not saved yet.')).toBeHidden()
  await page.reload()
  await expect(quantity(page, supply.name)).toHaveValue('60')
})

test('unsaved changes of one account never reach another account’s cart', async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/)
  const supply = await listed(page, 'WW-PS-850M')
  await signUp(page)
  await page.route('**/api/cart', (route) => route.abort())
  await add(page, supply.name).click()
  await expect(toast(page, cartMessages.unsaved)).toBeVisible()
  await signOutButton(page).click()
  await expect(page).toHaveURL(/\/login|\/$/)
  await page.unroute('**/api/cart')
  // Without a new document load, which would lose it.
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  const { name, email, password } = newAccount()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(title(page)).toHaveText('Tools')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await openCart(page)
  await expect(main(page).getByText('Nothing in your order yet')).toBeVisible()
})

test('an order already placed in another tab is not placed twice', async ({ page, problems }) => {
  problems.expect(/status of 409/)
  const supply = await listed(page, 'WW-PS-850M')
  await signUp(page)
  await add(page, supply.name).click()
  await openCart(page)
  await fillInDelivery(page)
  const tab = await page.context().newPage()
  await tab.goto('/dashboard/cart')
  await fillInDelivery(tab)
  // This page does not learn of the other's order.
  await page.route('**/api/cart', (route) => route.abort())
  problems.expect(/ERR_FAILED/)
  await placeButton(tab).click()
  await expect(tab).toHaveURL(/\/dashboard\/payment\//)
  await placeButton(page).click()
  await expect(main(page).getByText(cartMessages.changed)).toBeVisible()
  await expect(main(page).getByLabel('Delivery address')).toHaveValue('Plot 7, Road 3, Dhaka 1208')
  await page.unroute('**/api/cart')
  await page.reload()
  await expect(main(page).getByText('Nothing in your order yet')).toBeVisible()
  await page.goto('/dashboard')
  await expect(main(page).getByRole('link', { name: /^WW-/ })).toHaveCount(1)
})

test('a buyer adds, changes and removes products and places the order by keyboard alone', async ({ page }) => {
  const [supply, fan] = [await listed(page, 'WW-PS-850M'), await listed(page, 'WW-FN-120L')]
  await signUp(page)
  await press(page, add(page, supply.name))
  await press(page, add(page, fan.name))
  await expect(cartLink(page)).toHaveText('Order (2)')
  // The toasts cover the way there while they are shown.
  await expect(toast(page, `Added: 100 × ${fan.name}`)).toBeVisible()
  await expect(toast(page, 'Added')).toHaveCount(0)
  await press(page, cartLink(page))
  await expect(title(page)).toBeFocused()
  await tabTo(page, quantity(page, supply.name))
  await page.keyboard.press('ArrowUp')
  await expect(quantity(page, supply.name)).toHaveValue('21')
  await press(page, line(page, fan.name).getByRole('button', { name: /^Remove/ }))
  await expect(main(page).getByRole('button', { name: /^Undo/ })).toBeFocused()
  await type(page, 'Delivery address', 'Plot 7, Road 3, Dhaka 1208')
  await type(page, 'Phone', '+880 1711 000000')
  await type(page, 'Your order number', 'PO-77')
  await press(page, placeButton(page))
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await expect(main(page).getByText('PO-77')).toBeVisible()
})
