import type { Page } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { newAccount } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { expectTabInside, press, tabTo, type } from './keys.ts'
import { paidTitle, payButton } from './purchase.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  test(`a buyer signs up, orders, pays and finds the order by keyboard alone, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const { name, email, password } = newAccount('Nusrat Jahan')

    await page.goto('/')
    await press(page, page.getByRole('link', { name: 'Skip to the content' }))
    await press(page, page.getByRole('link', { name: 'See tools and prices' }))
    await expect(page).toHaveURL(/\/login/)
    await expect(heading(page)).toBeFocused()
    await press(page, page.getByRole('link', { name: 'Create an account' }))

    await expect(heading(page)).toBeFocused()
    await type(page, 'Name', name)
    await type(page, 'E-mail', email)
    await type(page, 'Password', password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/tools')
    await expect(page.getByRole('status').filter({ hasText: 'Tools and prices' })).toBeAttached()

    await type(page, 'Search by name or part number', 'WW-PS-850M')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/q=WW-PS-850M/)
    await press(page, page.getByRole('link', { name: 'Purchase WX-850 Modular ATX' }))

    await expect(heading(page)).toHaveText('WX-850 Modular ATX')
    await expect(page.getByRole('button', { name: 'Order Now' })).toBeEnabled()
    await tabTo(page, page.getByLabel('Quantity'))
    await page.keyboard.press('ArrowUp')
    await type(page, 'Delivery address', 'Plot 7, Road 3, Dhaka 1208')
    await type(page, 'Phone', '+880 1711 000000')
    await press(page, page.getByRole('button', { name: 'Order Now' }))
    await expect(page.getByText(messages.orderPlaced)).toBeVisible()

    await expect(page).toHaveURL(/\/dashboard\/payment\//)
    await type(page, 'Card number', '4242424242424242')
    await type(page, 'Expiry', '12 / 34')
    await type(page, 'CVC', '123')
    await press(page, payButton(page))
    await expect(paidTitle(page)).toBeFocused()

    await press(page, page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Orders' }))
    await expect(heading(page)).toBeFocused()
    await expect(page.getByText(messages.paid, { exact: true })).toBeVisible()

    await press(page, page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Add a Review' }))
    await type(page, 'Name', name)
    await type(page, 'Description', 'Arrived counted, boxed and on the day that was said.')
    await press(page, page.getByRole('button', { name: 'Send review' }))
    await expect(page.getByRole('radiogroup', { name: 'Rating' })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('1 of 5')).toBeFocused()
  })
}

test('the focus moves to the heading of the not-found page, and to that of the next page', async ({
  page,
  problems,
}) => {
  problems.expect(/status of 404/)
  await page.goto('/no/such/page')
  await press(page, page.getByRole('link', { name: 'See tools and prices' }))
  await expect(page).toHaveURL(/\/login/)
  await expect(heading(page)).toHaveText('Login')
  await expect(heading(page)).toBeFocused()
  await page.goBack()
  await expect(heading(page)).toHaveText(messages.notFoundTitle)
  await expect(heading(page)).toBeFocused()
})

test('the menu on a small screen opens, closes and returns the focus by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Open menu' })
  await press(page, menu)
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await expectTabInside(page, page.locator('#site-menu'))
  await tabTo(page, page.getByRole('button', { name: 'Close menu' }))
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Blogs' }))
  await expect(page).toHaveURL('/blogs')
  await expect(heading(page)).toBeFocused()
})
