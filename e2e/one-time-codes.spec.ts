import type { Page } from '@playwright/test'
import { codeOf } from '#testing/totp.ts'
import { messages } from '#content/messages.ts'
import { admin, logIn } from './accounts.ts'
import { expectAccessibleInBothThemes, testInShop } from './administration.ts'
import { expect } from './fixtures.ts'
import { main, signOutButton, title } from './locators.ts'

/** In a shop that requires a second factor of its staff. */
const test = testInShop({ STAFF_SECOND_FACTOR: 'required' })

const dialog = (page: Page) => page.getByRole('dialog')
const notice = (page: Page) => main(page).getByText('Staff of this shop need a second factor.')

/** Enters the password and the first code. @returns what the app keeps, and the backup codes. */
async function setUp(page: Page): Promise<{ uri: string; backupCodes: string[] }> {
  await main(page).getByRole('button', { name: 'Set up one-time codes' }).click()
  await expect(dialog(page).getByLabel('Your password')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText(messages.passwordRequired)).toBeVisible()
  await dialog(page).getByLabel('Your password').fill(admin.password)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page).getByRole('img', { name: 'QR code to scan with the app' })).toBeVisible()
  await expect(dialog(page).getByLabel('First code')).toBeFocused()
  await expectAccessibleInBothThemes(page)
  const key = (await dialog(page).getByRole('code').textContent()) ?? ''
  const uri = `otpauth://totp/shop?secret=${key.replaceAll(' ', '')}`
  await dialog(page).getByLabel('First code').fill(codeOf(uri))
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  const codes = dialog(page).getByRole('list', { name: 'Backup codes' })
  await expect(codes).toBeFocused()
  await expectAccessibleInBothThemes(page)
  const backupCodes = await codes.getByRole('listitem').allTextContents()
  expect(backupCodes).toHaveLength(10)
  const saved = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('backup-codes.txt')
  await dialog(page).getByRole('button', { name: 'I have saved them' }).click()
  await expect(main(page).getByText('One-time codes are on')).toBeVisible()
  return { uri, backupCodes }
}

async function logInAgain(page: Page): Promise<void> {
  await signOutButton(page).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goto('/login?from=/managetools')
  await logIn(page, admin)
  await expect(main(page).getByLabel('One-time code')).toBeFocused()
}

test('staff are asked for a second factor, set up codes, log in with one and with a backup code, and remove them', async ({
  page,
  problems,
}) => {
  problems.expect(/status of 40[13]/)
  await page.goto('/login?from=/managetools')
  await logIn(page, admin)
  await expect(page).toHaveURL('/dashboard/myprofile')
  await expect(notice(page)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  const { uri, backupCodes } = await setUp(page)
  await expect(notice(page)).toBeHidden()
  await page.goto('/managetools')
  await expect(title(page)).toHaveText('Manage product')

  await logInAgain(page)
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('One-time code').fill(codeOf(uri, 40))
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('alert')).toHaveText('This code is wrong. Type the one that your app shows now.')
  await page.getByLabel('One-time code').fill(codeOf(uri, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/managetools')

  await logInAgain(page)
  await page.getByRole('button', { name: 'Use a backup code instead' }).click()
  await expect(page.getByLabel('Backup code')).toBeFocused()
  await page.getByLabel('Backup code').fill(backupCodes[0] ?? '')
  await main(page).getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/managetools')

  await page.goto('/dashboard/myprofile')
  await main(page).getByRole('button', { name: 'New backup codes' }).click()
  await dialog(page).getByLabel('Your password').fill(admin.password)
  await dialog(page).getByRole('button', { name: 'Make new ones' }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10)
  await dialog(page).getByRole('button', { name: 'I have saved them' }).click()
  await main(page).getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog(page).getByLabel('Your password').fill(admin.password)
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(main(page).getByRole('button', { name: 'Set up one-time codes' })).toBeVisible()
  await page.goto('/managetools')
  await expect(page).toHaveURL('/dashboard/myprofile')
})
