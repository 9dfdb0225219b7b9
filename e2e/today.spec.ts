import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes, openAsAdmin, row, search, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { bearerOf, main } from './locators.ts'

const tile = (page: Page, label: string) => main(page).getByRole('link', { name: new RegExp(`^${label}`) })

/** Signed in, since an account may ask more often than an address, which all tests share. */
async function askForQuote(page: Page, name: string): Promise<void> {
  const headers = await bearerOf(page)
  const quote = { name, email: 'karim@workshop.example', phone: '+880 1711 000000', price: 80, quantity: 200 }
  const answer = await page.request.post('/api/quote', { headers, data: { ...quote, productName: 'WX-850' } })
  expect(answer.status()).toBe(201)
}

test('Today starts with the waiting work, and a tile leads to its list', async ({ page }) => {
  await openAsAdmin(page, '/dashboard/quotes')
  await askForQuote(page, 'Karim Uddin')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  // Other tests request quotes in the same shop.
  await expect(tile(page, 'Quotes to answer')).toContainText(/[1-9]/)
  await expectAccessibleInBothThemes(page)

  await tile(page, 'Quotes to answer').click()
  await expect(page).toHaveURL(/answered=no&from=\d{4}-\d\d-\d\d$/)
  await search(page, 'Karim')
  await expect(page).toHaveURL(/answered=no/)
  await expectAccessibleInBothThemes(page)
  await row(page, 'Karim Uddin').getByRole('button', { name: 'Mark as answered: Karim Uddin' }).click()
  await expect(row(page, 'Karim Uddin')).toHaveCount(0)
  await main(page)
    .getByRole('navigation', { name: 'Answered' })
    .getByRole('link', { name: 'Answered', exact: true })
    .click()
  await expect(row(page, 'Karim Uddin')).toContainText('Answered')

  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Today' }).click()
  await expect(tile(page, 'Quotes to answer')).toBeVisible()
})

test('an open list updates when something arrives, even after its stream was cut', async ({ page }) => {
  await openAsAdmin(page, '/dashboard/quotes?answered=no')
  // Whether before or after the page begins to listen: nothing gets lost between its list and its stream.
  await page.reload()
  await askForQuote(page, 'Asma Begum')
  await expect(row(page, 'Asma Begum')).toBeVisible()

  // Cuts the stream at once the first two times.
  let asked = 0
  await page.route('**/api/staff/changes', (route) => {
    asked += 1
    return asked < 3 ? route.fulfill({ contentType: 'text/event-stream', body: ':\n\n' }) : route.continue()
  })
  await page.reload()
  await askForQuote(page, 'Rahim Mia')
  await expect(row(page, 'Rahim Mia')).toBeVisible({ timeout: 15_000 })
})

test('every tile opens its list', async ({ page }) => {
  await openAsAdmin(page, '/dashboard')
  for (const [label, title] of [
    ['To ship', 'Orders'],
    ['Payment processing', 'Orders'],
    ['Quotes to answer', 'Quote requests'],
    ['Payments to check', 'Payments to check'],
    ['Running low', 'Manage product'],
    ['Failed mail', 'Mail'],
  ] as const) {
    await tile(page, label).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.goBack()
  }
})
