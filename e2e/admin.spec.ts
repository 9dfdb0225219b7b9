import type { Page } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { logIn, newAccount, signUp } from './accounts.ts'
import { columnHead, dialog, fillIn, openAsAdmin, otherVisitor, pressIn, row, search, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { placeOrder } from './purchase.ts'
import { keptToken, main, sideMenu, title, toast } from './locators.ts'

// One after the other: they share one shop.
test.describe.configure({ mode: 'default' })

const { step } = test

test('a user is refused, made an admin and removed, and each change takes effect at once', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAsAdmin(page, '/makeadmin')
  const user = await otherVisitor(browser, baseURL)
  const account = await signUp(user, newAccount('Farida Akter'))
  await placeOrder(user)
  const token = await keptToken(user)
  const users = () => user.request.get('/api/user', { headers: { authorization: `Bearer ${token}` } })

  await step('admin pages and calls are closed to a user', async () => {
    await user.goto('/managetools')
    await expect(title(user)).toHaveText('Not for this account')
    await expect(main(user).getByRole('table')).toHaveCount(0)
    expect((await users()).status()).toBe(403)
  })

  await step('Make admin makes an admin', async () => {
    await search(page, account.email)
    await expect(page).toHaveURL(/\/makeadmin\?q=buyer-/)
    await expect(row(page, account.name)).toContainText('User')
    await pressIn(main(page), `Make admin: ${account.name}`)
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    expect((await users()).status()).toBe(403)
    await pressIn(main(page), `Make admin: ${account.name}`)
    await pressIn(dialog(page), 'Make admin')
    await expect(toast(page, 'Successfully made an Admin')).toBeVisible()
    await expect(row(page, account.name).getByRole('cell', { name: 'Admin', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Make admin: ' })).toBeHidden()
    expect((await users()).status()).toBe(200)
    await user.reload()
    await expect(title(user)).toHaveText('Manage product')
  })

  await step('an admin who ordered before finds their orders from My Profile', async () => {
    await user.goto('/dashboard/myprofile')
    await main(user).getByRole('link', { name: 'My Orders' }).click()
    await expect(user).toHaveURL('/dashboard/myorders')
    await expect(title(user)).toHaveText('My Orders')
    await expect(main(user).getByRole('row').filter({ hasText: 'WW-' })).toBeVisible()
  })

  await step('Revoke admin takes effect at once, and the role can be given back', async () => {
    await pressIn(main(page), `Revoke admin: ${account.name}`)
    await pressIn(dialog(page), 'Revoke admin')
    await expect(toast(page, `${account.name} is no longer an admin`)).toBeVisible()
    await expect(row(page, account.name)).toContainText('User')
    expect((await users()).status()).toBe(403)
    await pressIn(main(page), `Make admin: ${account.name}`)
    await pressIn(dialog(page), 'Make admin')
    await expect(main(page).getByRole('button', { name: `Revoke admin: ${account.name}` })).toBeVisible()
    await user.goto('/managetools')
    await expect(columnHead(user, 'Price')).toBeVisible()
  })

  await step('Remove user ends access at once', async () => {
    await pressIn(main(page), `Remove user: ${account.name}`)
    await expect(dialog(page).getByRole('button', { name: 'Keep' })).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Remove user' }).press('Enter')
    await expect(toast(page, `${account.name} was removed`)).toBeVisible()
    await expect(row(page, account.name)).toContainText('Removed')
    await expect(row(page, account.name)).toBeFocused()
    expect((await users()).status()).toBe(401)
    await columnHead(user, 'Price').getByRole('link').click()
    await expect(user).toHaveURL(/\/login\?from=/)
    await logIn(user, account)
    await expect(user.getByText(messages.accountRemoved)).toBeVisible()
  })
  await user.context().close()
})

test('a visitor’s request for a quote reaches the staff', async ({ page, browser, baseURL }) => {
  const visitor = await otherVisitor(browser, baseURL)
  for (const [name, quantity] of [
    ['Asma Khatun', '12000'],
    ['Rahim & Sons', '500'],
  ] as const) {
    await visitor.goto('/buyproduct')
    await fillIn(visitor, {
      Name: name,
      'E-mail': 'sales@example.com',
      Phone: '+880 1711 000000',
      'Product name': 'AF-120 with our label',
      Price: '6.2',
      Quantity: quantity,
    })
    await pressIn(main(visitor), 'Submit')
    await expect(visitor.getByRole('heading', { name: 'Your request is with us' })).toBeFocused()
  }
  await visitor.context().close()

  await openAsAdmin(page, '/dashboard/quotes')
  const requests = main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(requests).toContainText(['Rahim & Sons', 'Asma Khatun'])
  for (const asked of ['sales@example.com', '+880 1711 000000', 'AF-120 with our label', '500', '$6.20']) {
    await expect(row(page, 'Rahim & Sons')).toContainText(asked)
  }
  const ascending = await heldBack(page, '**/api/quote?*sort=quantity*')
  await columnHead(page, 'Quantity').getByRole('link').click()
  await expect(page).toHaveURL('/dashboard/quotes?sort=quantity')
  // The next press reverses the order that the last one requested, even before the table has changed.
  await columnHead(page, 'Quantity').getByRole('link').click()
  await expect(page).toHaveURL('/dashboard/quotes?sort=-quantity')
  ascending.letGo()
  await expect(requests).toContainText(['Asma Khatun', 'Rahim & Sons'])
  await search(page, 'Rahim')
  await expect(page).toHaveURL(/\?sort=-quantity&q=Rahim$/)
  await expect(requests).toHaveCount(1)
})

/** Holds back calls to `url` until they are let go. */
async function heldBack(page: Page, url: string): Promise<{ letGo: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, (route) => promise.then(() => route.continue()))
  return { letGo: resolve }
}

test('a list shows everything but a filter that it does not know, and says so', async ({ page }) => {
  await openAsAdmin(page, '/dashboard/orders?q=WW&state=x')
  await expect(title(page)).toHaveText('Orders')
  await expect(page).toHaveURL('/dashboard/orders?q=WW')
  await expect(toast(page, 'This list does not know the state in the address')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the dashboard menu scrolls to the open page', async ({ page }) => {
    await openAsAdmin(page, '/dashboard/quotes')
    await expect(sideMenu(page).filter({ hasText: 'Quote requests' })).toBeInViewport({ ratio: 1 })
    await page.goto('/makeadmin')
    await expect(sideMenu(page).filter({ hasText: 'Make Admin' })).toBeInViewport({ ratio: 1 })
  })
})
