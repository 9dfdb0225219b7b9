import type { Page } from '@playwright/test'
import { tokenKey } from '#web/lib/storage.ts'
import { endSession, newAccount, signUp } from './accounts.ts'
import { expectFields, fillIn, otherVisitor } from './administration.ts'
import { expect, test } from './fixtures.ts'
import { expectLive, keptToken, main, signOutButton, tellLife, title, toolsInStock } from './locators.ts'

/** All that this tab keeps. */
const stored = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify(sessionStorage))

/** Another page of the same browser. */
async function otherTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto('/blogs')
  return tab
}

test('what a visitor typed before they signed in is not there for the account after theirs', async ({ page }) => {
  await page.goto('/buyproduct')
  await fillIn(page, { Name: 'Nusrat', Quantity: '2500' })
  await expect.poll(() => stored(page)).toContain('Nusrat')
  await signUp(page)
  expect(await stored(page)).toContain('Nusrat')
  await endSession(page)
  await signUp(page, newAccount('Karim'))
  expect(await stored(page)).not.toContain('Nusrat')
  await page.goto('/buyproduct')
  await expectFields(page, { Name: 'Karim', Quantity: '' })
})

test('a public form is empty after a sign-out in another tab, and there is the next account’s name in it', async ({
  page,
}) => {
  await signUp(page, newAccount('Nusrat'))
  await page.goto('/buyproduct')
  await fillIn(page, { Phone: '+880 1711 222222' })
  await expectFields(page, { Name: 'Nusrat' })
  const tab = await otherTab(page)
  await signOutButton(tab).click()
  await expectFields(page, { Name: '', 'E-mail': '', Phone: '' })
  expect(await stored(page)).not.toContain('222222')
  await signUp(tab, newAccount('Karim'))
  await expectFields(page, { Name: 'Karim', Phone: '' })
})

test('a tab that showed another site during the sign-out forgets what was typed once it is back', async ({ page }) => {
  await signUp(page)
  await page.goto('/dashboard/addreview')
  await fillIn(page, { Description: 'Quiet.' })
  await expect.poll(() => stored(page)).toContain('Quiet.')
  await page.goto('about:blank')
  const tab = await otherTab(page)
  await signOutButton(tab).click()
  await expect(title(tab)).toBeVisible()
  await expect.poll(() => keptToken(tab)).toBeNull()
  await page.goto('/blogs')
  await expect.poll(() => stored(page)).not.toContain('Quiet.')
})

test('an order form shows and keeps nothing of the account before, even if that one never signed out', async ({
  page,
  browser,
  baseURL,
}) => {
  const next = await otherVisitor(browser, baseURL)
  await signUp(next, newAccount('Karim'))
  const token = (await keptToken(next)) ?? ''
  await tellLife(page)
  await signUp(page)
  await page.goto(`/tool/${(await toolsInStock(page)).at(-1)?._id}`)
  await expectLive(page)
  await main(page).getByLabel('Delivery address').fill('Plot 7')
  await expect.poll(() => stored(page)).toContain('Plot 7')
  const tab = await otherTab(page)
  await page.context().addCookies(await next.context().cookies())
  await tab.evaluate(([key = '', kept = '']) => localStorage.setItem(key, kept), [tokenKey, token])
  await expect(main(page).getByText('Karim', { exact: true })).toBeVisible()
  await expectFields(page, { 'Delivery address': '' })
  expect(await stored(page)).not.toContain('Plot 7')
})
