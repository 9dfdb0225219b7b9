import { expectAccessibleInBothThemes, fillIn, openAsAdmin, pressIn, test } from './administration.ts'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { loginLink, main, sideMenu, signOutButton, title } from './locators.ts'

const { step } = test
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })
const toProfile = (page: Page) => sideMenu(page).filter({ hasText: 'My Profile' })

test('leaving a product form asks for confirmation only when there is unsaved text', async ({ page }) => {
  await openAsAdmin(page, '/managetools')
  await sideMenu(page).filter({ hasText: 'Add Product' }).click()
  await expect(title(page)).toHaveText('Add Product')

  await step('an untouched form can be left without a question, and so can one emptied again', async () => {
    await toProfile(page).click()
    await expect(title(page)).toHaveText('My Profile')
    await page.goBack()
    await expect(title(page)).toHaveText('Add Product')
    await fillIn(page, { Name: 'QA-1', Price: '12' })
    await fillIn(page, { Name: '', Price: '' })
    await toProfile(page).click()
    await expect(title(page)).toHaveText('My Profile')
    await page.goBack()
    await expect(title(page)).toHaveText('Add Product')
  })

  await step('a link asks first: Keep editing stays, Leave leaves', async () => {
    await fillIn(page, { Name: 'QA-2', Price: '12' })
    await toProfile(page).click()
    await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Enter')
    await expect(question(page)).toBeHidden()
    await expect(page.getByLabel('Name')).toHaveValue('QA-2')
    await page.goBack()
    await pressIn(question(page), 'Leave')
    await expect(title(page)).toHaveText('Manage product')
  })

  await step('the browser asks before an edited form is reloaded', async () => {
    await page.goto('/managetools?q=TC-7')
    // Another test may be renaming it.
    await page.getByRole('link', { name: /^Edit TC-7 / }).click()
    const description = page.getByLabel('Description')
    await description.fill('Another text.')
    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => void setTimeout(() => location.reload()))
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expect(description).toHaveValue('Another text.')
  })

  await step('Sign Out asks too, and only once', async () => {
    await signOutButton(page).click()
    await pressIn(question(page), 'Keep editing')
    await expect(main(page).getByLabel('Description')).toHaveValue('Another text.')
    await expect(signOutButton(page)).toBeVisible()
    await signOutButton(page).click()
    await pressIn(question(page), 'Leave')
    await expect(loginLink(page)).toBeVisible()
    await expect(question(page)).toBeHidden()
  })
})

test('a product can be edited and deleted on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAsAdmin(page, '/managetools?q=WX-850')
  await expect(page.getByRole('button', { name: 'Delete WX-850 Modular ATX' })).toBeInViewport({ ratio: 1 })
  const edit = page.getByRole('link', { name: 'Edit WX-850 Modular ATX' })
  await expect(edit).toBeInViewport({ ratio: 1 })
  await edit.click()
  await expect(title(page)).toHaveText('Edit product')
})
