import { readFile } from 'node:fs/promises'
import { logIn, newAccount, signUp } from './accounts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { main } from './locators.ts'
import { placeOrder } from './purchase.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a buyer downloads their personal data and deletes their account', async ({ page, problems }) => {
  const account = await signUp(page, newAccount('Farida Akter'))
  await placeOrder(page)
  await page.goto('/dashboard/myprofile')

  await test.step('the file has the profile and the order', async () => {
    const downloading = page.waitForEvent('download')
    await main(page).getByRole('button', { name: 'Download my data' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('my-data.json')
    const data: unknown = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(data).toMatchObject({
      profile: { name: account.name, email: account.email },
      orders: [{ email: account.email, state: 'placed' }],
      history: [{ action: 'account.signed-up' }],
    })
  })

  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await test.step('the dialog says what is kept, and a wrong password is refused', async () => {
    await main(page).getByRole('button', { name: 'Delete my account' }).click()
    await expect(dialog).toContainText('Former customer')
    await expect(dialog.getByLabel('Your password')).toBeFocused()
    await expectAccessible(page)
    problems.expect(/422/)
    await dialog.getByLabel('Your password').fill('not-my-password')
    await dialog.getByRole('button', { name: 'Delete it' }).click()
    await expect(dialog.getByText('The current password is wrong.')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(main(page).getByRole('button', { name: 'Delete my account' })).toBeFocused()
  })

  await test.step('the right password deletes the account and leads to the home page', async () => {
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Your password').fill(account.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Your account was deleted.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
    problems.expect(/401/)
    await page.goto('/login')
    await logIn(page, account)
    await expect(page.getByText('Wrong e-mail or password. Check both and try again.')).toBeVisible()
  })
})
