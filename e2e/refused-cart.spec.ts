import type { Page } from '@playwright/test'
import { signUp } from './accounts.ts'
import { cartOfAllThereIs } from './calls.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { main } from './locators.ts'
import { fillInDelivery } from './purchase.ts'

test.use({ viewport: { width: 390, height: 844 } })

const place = (page: Page) => main(page).getByRole('button', { name: 'Place order' }).click()

test('the first product that an order is refused for is where its reader is led', async ({ page, problems }) => {
  problems.expect(/status of 422/)
  await signUp(page)
  const [first = ''] = await cartOfAllThereIs(page, 5)
  await page.goto('/dashboard/cart')
  await fillInDelivery(page)
  await place(page)
  const line = main(page).getByRole('group', { name: first, exact: true })
  await expect(line).toBeFocused()
  await expect(line.getByRole('alert').first()).toBeInViewport({ ratio: 1 })
  await expect(main(page).getByRole('group', { name: /./ }).getByRole('alert')).toHaveCount(5)
  await expectAccessible(page)
})
