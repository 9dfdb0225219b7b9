import { admin } from './accounts.ts'
import {
  columnHead,
  expectAccessibleInBothThemes,
  fillIn,
  openAsAdmin,
  pressIn,
  row,
  search,
  test,
} from './administration.ts'
import { expect } from './fixtures.ts'
import { main, sideMenu, title, toast } from './locators.ts'

const { step } = test

/** A product that no other test changes or reads the price of. */
const own = 'WW-PS-450S'

test('the audit log shows who changed a price, from what and to what', async ({ page }) => {
  await openAsAdmin(page, '/managetools')
  await search(page, own)
  // By its part number: until the search has been answered, the previous list is still shown.
  const edit = row(page, own).getByRole('link', { name: /^Edit/ })
  await edit.click()
  await expect(title(page)).toHaveText('Edit product')
  const name = await main(page).getByLabel('Name').inputValue()
  await fillIn(page, { Price: '77.70' })
  await pressIn(main(page), 'Save')
  await expect(toast(page, 'saved')).toBeVisible()

  await step('the log lists the change', async () => {
    await sideMenu(page).filter({ hasText: 'Audit log' }).click()
    await expect(page).toHaveURL('/dashboard/audit')
    const changed = row(page, 'Product changed').filter({ hasText: name })
    await expect(changed).toContainText(name)
    await expect(changed).toContainText(/Price\s*from \$\d+\.\d\d to \$77\.70/)
    await expect(changed).toContainText(admin.email)
    await expect(columnHead(page, 'When')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await step('the log is filtered by words, action and day', async () => {
    await main(page).getByLabel('What was done').selectOption('Product changed')
    await expect(page).toHaveURL(/action=tool\.changed/)
    await expect(row(page, 'Product changed').first()).toBeVisible()
    await expect(row(page, 'device')).toHaveCount(0)
    await search(page, name)
    await expect(page).toHaveURL(/q=/)
    await expect(row(page, 'Product changed')).toHaveCount(1)
    await main(page).getByLabel('To', { exact: true }).fill('2020-01-01')
    await pressIn(main(page), 'Show')
    await expect(main(page).getByRole('heading', { name: 'No matching entries' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await main(page).getByRole('link', { name: 'Show everything' }).click()
    await expect(row(page, 'device').first()).toBeVisible()
  })

  await step('the history of one product opens from its edit page', async () => {
    await page.goto(`/managetools?q=${own}`)
    await edit.click()
    await main(page).getByRole('link', { name: 'History' }).click()
    await expect(page).toHaveURL(/\/dashboard\/audit\?subject=/)
    await expect(main(page)).toContainText(`Only what was done to ${name}`)
    await expect(row(page, 'Product changed')).toHaveCount(1)
  })
})
