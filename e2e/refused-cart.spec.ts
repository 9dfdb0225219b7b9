import type { Page } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { sessionMessages } from '#content/session.ts'
import { logIn, signUp } from './accounts.ts'
import { cartOfTooMany } from './calls.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { main, title, toast } from './locators.ts'
import { fillInDelivery } from './purchase.ts'

test.use({ viewport: { width: 390, height: 844 } })

const place = (page: Page) => main(page).getByRole('button', { name: 'Place order' }).click()

test('a refused order moves the focus to its first rejected product, and one press per line fixes it', async ({
  page,
  problems,
}) => {
  problems.expect(/status of 422/)
  await signUp(page)
  const [first = ''] = await cartOfTooMany(page, 5)
  await page.goto('/dashboard/cart')
  await fillInDelivery(page)
  await place(page)
  const line = main(page).getByRole('group', { name: first, exact: true })
  await expect(line).toBeFocused()
  await expect(line.getByRole('alert').first()).toBeInViewport({ ratio: 1 })
  await expect(main(page).getByRole('group', { name: /./ }).getByRole('alert')).toHaveCount(5)
  await expectAccessible(page)
  await expect(main(page).getByText('5 lines cannot be ordered as they are.')).toBeVisible()
  const offers = main(page).getByRole('button', { name: /^Order [\d,]+ instead: / })
  const offer = line.getByRole('button', { name: `instead: ${first}` })
  const offered = (await offer.textContent())?.replace(/\D/g, '') ?? ''
  await offer.click()
  await expect(offers).toHaveCount(4)
  await expect(line).toBeFocused()
  await expect(line.getByLabel('Quantity')).toHaveValue(offered)
  for (let left = 3; left >= 0; left--) {
    await offers.first().click()
    await expect(offers).toHaveCount(left)
  }
  await expect(main(page).getByRole('alert')).toHaveCount(0)
})

test('a buyer signed out elsewhere is told so at the login, and finds what was typed', async ({ page, problems }) => {
  problems.expect(/status of 401/)
  const account = await signUp(page)
  await cartOfTooMany(page, 1)
  await page.goto('/dashboard/cart')
  await fillInDelivery(page)
  // The session ends as if ended on another device: the page does not notice.
  const out = await page.request.post('/api/auth/sign-out', {
    data: {},
    headers: { origin: new URL(page.url()).origin },
  })
  expect(out.ok()).toBe(true)
  await place(page)
  await expect(title(page)).toHaveText('Login')
  await expect(main(page).getByRole('alert')).toHaveText(sessionMessages.ended)
  await expect(toast(page, messages.orderFailed)).toHaveCount(0)
  await expectAccessible(page)
  await logIn(page, account)
  await expect(title(page)).toHaveText('Your order')
  await expect(main(page).getByLabel('Delivery address')).toHaveValue('Plot 7, Road 3, Dhaka 1208')
})
