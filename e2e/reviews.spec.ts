import { admin, logIn, signUp } from './accounts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { expectOrderPaid, paidTitle, payWith, placeOrder } from './purchase.ts'

const words = 'Forty of these, and the fan of none has been heard since.'

test('a buyer reviews a purchase, the review appears with the product, and staff hide it', async ({
  page,
  browser,
}) => {
  const { name } = await signUp(page)
  await placeOrder(page)
  await payWith(page, '4242 4242 4242 4242')
  await expect(paidTitle(page)).toBeVisible()
  await expectOrderPaid(page)
  await page.getByRole('link', { name: /^Review the product of WW-/ }).click()
  await expect(page.getByText(/^How do you like .+\? Your review appears on its page/)).toBeVisible()
  await page.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('Choose a rating', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expect(page.getByLabel('Description')).toBeFocused()
  await page.getByLabel('Description').fill(words)
  await page.getByRole('radio', { name: /^5/ }).check({ force: true })
  await page.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('Thank you. Your review is now on the home page.')).toBeVisible()

  const staff = await (await browser.newContext()).newPage()
  await staff.goto('/login?from=%2Freview')
  await logIn(staff, admin)
  await expect(staff).toHaveURL('/review')
  const review = staff.getByRole('article').filter({ hasText: words })
  await review.getByRole('link').click()
  await expect(staff.getByRole('heading', { name: 'Reviews' })).toBeVisible()
  await expect(review).toContainText('Verified buyer')
  await staff.goBack()
  await review.getByRole('button', { name: `Hide the review by ${name}` }).click()
  const dialog = staff.getByRole('dialog', { name: 'Hide this review?' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectAccessible(staff)
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(dialog.getByText('Reason is Required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Written by a test.')
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(staff.getByText('The review is hidden')).toBeVisible()
  await expect(review).toHaveCount(0)
  // The next review's, so that the page stays where it is.
  await expect(staff.getByRole('button', { name: /^Hide the review by / }).first()).toBeFocused()
  await staff.context().close()
})
