import type { Page } from '@playwright/test'
import { choosePerson, logIn, newAccount, pressGoogle, signUp, type Account } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { openFirstProduct } from './purchase.ts'
import { main, signOutButton, title } from './locators.ts'

/** Clicks to purchase the first product of the home page as a visitor. @returns its path and its name. */
async function wantProduct(page: Page): Promise<{ path: string; name: string }> {
  await page.goto('/')
  const first = main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: /^Purchase / }) })
    .first()
  const name = (await first.getByRole('heading').textContent()) ?? ''
  await openFirstProduct(page)
  await expect(page).toHaveURL(/\/login\?from=/)
  return { path: new URL(page.url()).searchParams.get('from') ?? '', name }
}

async function fillSignup(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Name').fill(account.name)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
}

const toSignup = (page: Page) => page.getByRole('link', { name: 'Create an account' }).click()

const ways: Record<string, (page: Page) => Promise<void>> = {
  'a sign-up by e-mail': async (page) => {
    await toSignup(page)
    await fillSignup(page, newAccount())
  },
  'a login by e-mail, by way of the sign-up page': async (page) => {
    const from = new URL(page.url()).search
    const account = await signUp(page)
    await signOutButton(page).click()
    await expect(signOutButton(page)).toBeHidden()
    await page.goto(`/signup${from}`)
    await main(page).getByRole('link', { name: 'Login' }).click()
    await logIn(page, account)
  },
  'a sign-up with Google': async (page) => {
    await toSignup(page)
    await pressGoogle(page)
    await choosePerson(page, newAccount())
  },
  'a login with Google': async (page) => {
    await pressGoogle(page)
    await choosePerson(page, newAccount())
  },
}

for (const [way, go] of Object.entries(ways)) {
  test(`the product that a visitor wanted is there after ${way}`, async ({ page }) => {
    const { path, name } = await wantProduct(page)
    await go(page)
    await expect(page).toHaveURL(path)
    await expect(title(page)).toHaveText(name)
  })
}

test('only a visitor’s first button on the home page says to log in first', async ({ page }) => {
  await page.goto('/')
  await main(page).getByRole('link', { name: 'Log in to see tools and prices', exact: true }).click()
  await expect(page).toHaveURL('/login?from=%2Ftools')
  await signUp(page)
  await page.goto('/')
  await expect(main(page).getByRole('link', { name: 'Log in to see tools and prices' })).toBeHidden()
  await main(page).getByRole('link', { name: 'See tools and prices', exact: true }).click()
  await expect(page).toHaveURL('/tools')
})
