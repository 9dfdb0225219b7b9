import type { Page } from '@playwright/test'
import { newAccount } from './accounts.ts'
import { addProduct, expectAccessibleInBothThemes, openAsAdmin, otherVisitor, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { keptToken, main, title, toast } from './locators.ts'
import { mailedLink } from './outbox.ts'

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const offered = (page: Page) => main(page).getByRole('table', { name: 'What we offer' })

test('a visitor opens an offer by the link in the mail, and accepts it with a new account', async ({
  page,
  browser,
  baseURL,
  shop,
  problems,
}) => {
  problems.expect(/status of 40[14]/)
  const staff = await otherVisitor(browser, baseURL)
  await openAsAdmin(staff, '/dashboard/quotes')
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
  await expect(toast(staff, 'The offer is sent')).toBeVisible()

  await page.goto(await mailedLink(shop.outbox, account.email, 'Your quote'))
  await expect(offered(page)).toContainText('$1,750.00')
  await expectAccessibleInBothThemes(page)
  await main(page).getByRole('link', { name: 'Log in or sign up to accept' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(title(page)).toHaveText('Sign up')
  await field(page, 'Name').fill(account.name)
  await field(page, 'E-mail').fill(account.email)
  await field(page, 'Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(title(page)).toHaveText('Quote')
  await field(page, 'Delivery address').fill('Plot 7, Road 3, Dhaka 1208')
  await button(page, 'Accept and order').click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await expect(main(page)).toContainText('$1,750.00')

  await page.goto('/quote/0199f0a0-0000-7000-8000-000000000001#token=1.nonsense')
  await expect(main(page)).not.toContainText('Accept')
  const headers = { authorization: `Bearer ${await keptToken(staff)}` }
  await staff.request.delete(`/api/tool/${toolId}`, { headers })
  await staff.close()
})
