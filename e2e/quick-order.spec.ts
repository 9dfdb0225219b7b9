import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { quickOrderMessages } from '#content/quick-order.ts'
import { newAccount, signUp } from './accounts.ts'
import { expectAccessibleInBothThemes, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { main, sideMenu, title, toast } from './locators.ts'
import { count, paste, pieces, row } from './quick-order.ts'

const { step } = test

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const file = (page: Page) => main(page).getByLabel('Use a file')

async function openQuickOrder(page: Page): Promise<void> {
  await signUp(page, newAccount('Nusrat Jahan'))
  await page.goto('/dashboard/quick-order')
  await expect(title(page)).toHaveText('Quick order')
}

async function pasteRows(page: Page, rows: readonly string[]): Promise<void> {
  await paste(page).fill(rows.join('\n'))
  await button(page, 'Check the list').click()
}

test('an empty list is refused, and removed rows can be put back', async ({ page }) => {
  await openQuickOrder(page)
  await button(page, 'Check the list').click()
  await expect(main(page).getByText(quickOrderMessages.nothing)).toBeVisible()
  await pasteRows(page, ['WW-PS-850M\t20', 'LA-180 Laptop Brick\t20'])
  await expect(paste(page)).toHaveValue('')
  await expect(count(page)).toHaveText('1 of 2 rows ready')
  await button(page, 'Remove: LA-180 Laptop Brick').click()
  await expect(count(page)).toHaveText('1 of 1 row ready')
  await button(page, 'Undo: put LA-180 Laptop Brick back').click()
  await expect(count(page)).toHaveText('1 of 2 rows ready')
  await button(page, 'Clear the list').click()
  await expect(count(page)).toBeHidden()
  await button(page, 'Undo: put 2 rows back').click()
  await expect(count(page)).toHaveText('1 of 2 rows ready')
  await button(page, 'Clear the list').click()
  await pasteRows(page, ['WW-PS-850M\t20'])
  await expect(count(page)).toHaveText('1 of 1 row ready')
  await expect(button(page, /^Undo/)).toBeHidden()
})

test('an unchecked list survives a reload until it is checked', async ({ page }) => {
  await openQuickOrder(page)
  const list = 'WW-PS-850M\t20\nWW-FN-120L\t100'
  await paste(page).fill(list)
  await page.reload()
  await expect(paste(page)).toHaveValue(list)
  await button(page, 'Check the list').click()
  await expect(count(page)).toHaveText('2 of 2 rows ready')
  await page.reload()
  await expect(count(page)).toHaveText('2 of 2 rows ready')
  await expect(paste(page)).toHaveValue('')
})

test('checking a list moves the focus to its result, also below the visible part of a phone screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openQuickOrder(page)
  for (const [list, said] of [
    ['WW-PS-850M\t20', '1 of 1 row ready'],
    ['WW-FN-120L\t100', '2 of 2 rows ready'],
  ] as const) {
    await pasteRows(page, [list])
    await expect(count(page)).toHaveText(said)
    await expect(count(page)).toBeFocused()
    await expect(count(page)).toBeInViewport({ ratio: 1 })
  }
  await page.reload()
  await expect(count(page)).toHaveText('2 of 2 rows ready')
  await expect(count(page)).not.toBeFocused()
})

test('rows added to a list while it goes into the order stay in it', async ({ page }) => {
  await openQuickOrder(page)
  await pasteRows(page, ['WW-PS-850M\t20', 'WW-CL-006T\t20'])
  await expect(count(page)).toHaveText('2 of 2 rows ready')
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/cart', (route) => until.then(() => route.continue()))
  await button(page, 'Add 2 rows to order').click()
  await pasteRows(page, ['WW-FN-120L\t100'])
  await expect(count(page)).toHaveText('3 of 3 rows ready')
  await pieces(page, 'CT-6 Tower Cooler').fill('40')
  goOn()
  await expect(toast(page, 'Added: 2 products.')).toBeVisible()
  await expect(count(page)).toHaveText('2 of 2 rows ready')
  await expect(pieces(page, 'CT-6 Tower Cooler')).toHaveValue('40')
})

test('a file is read, and the buyer’s own names for products are remembered until forgotten', async ({ page }) => {
  await openQuickOrder(page)
  const list = join(import.meta.dirname, 'files/list.xlsx')

  await step('the columns of a sheet are found by their headings', async () => {
    await file(page).setInputFiles(list)
    await expect(count(page)).toHaveText('2 of 3 rows ready')
    await expect(pieces(page, 'WX-850 Modular ATX')).toHaveValue('20')
    await button(page, /^AF-120 Case Fan WW-FN-120L: use it/).click()
    await expect(row(page, 'AF-120 Case Fan').last()).toContainText('This product is in a row above.')
  })

  await step('the next list recognises the name', async () => {
    await button(page, 'Clear the list').click()
    await expect(count(page)).toBeHidden()
    await page.reload()
    await pasteRows(page, ['case-fan af 120;100'])
    await expect(count(page)).toHaveText('1 of 1 row ready')
    await button(page, /^Forget your part number/).click()
    await expect(count(page)).toHaveText('0 of 1 row ready')
  })

  await step('ambiguous columns are asked about', async () => {
    await button(page, 'Clear the list').click()
    const csv = 'WW-PS-850M,84,20\nWW-FN-120L,7,100\n'
    await file(page).setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await main(page).getByLabel('Quantities', { exact: true }).selectOption('Column 1')
    await button(page, 'Use these columns').click()
    await expect(main(page).getByText('Choose two different columns.')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await main(page).getByLabel('Quantities', { exact: true }).selectOption('Column 3')
    await button(page, 'Use these columns').click()
    await expect(count(page)).toHaveText('2 of 2 rows ready')
  })

  await step('a pasted list stays in its box until its columns are chosen', async () => {
    await button(page, 'Clear the list').click()
    const pastedList = 'Code\tCount\tCount\nWW-PS-850M\t84\t20\nWW-FN-120L\t7\t100'
    const quantities = main(page).getByLabel('Quantities', { exact: true })
    await pasteRows(page, [pastedList])
    await expect(quantities.getByRole('option')).toHaveText(['Code', 'Count (column 2)', 'Count (column 3)'])
    await button(page, 'Cancel').click()
    await expect(paste(page)).toBeFocused()
    await expect(paste(page)).toHaveValue(pastedList)
    await button(page, 'Check the list').click()
    await expect(quantities).toBeVisible()
    await page.reload()
    await expect(paste(page)).toHaveValue(pastedList)
    await button(page, 'Check the list').click()
    await quantities.selectOption('Count (column 3)')
    await button(page, 'Use these columns').click()
    await expect(count(page)).toHaveText('2 of 2 rows ready')
    await expect(pieces(page, 'WX-850 Modular ATX')).toHaveValue('20')
    await expect(paste(page)).toHaveValue('')
  })

  await step('an unusable file gets a message that says why', async () => {
    for (const [name, content, message] of [
      ['list.xls', 'x', quickOrderMessages.fileKind],
      ['list.xlsx', 'no workbook', quickOrderMessages.fileBroken],
      ['list.csv', 'WW-1,2\n'.repeat(800_000), quickOrderMessages.fileTooLarge],
      ['list.csv', 'WW-1,2\n'.repeat(1999), quickOrderMessages.tooManyRows],
    ] as const) {
      await file(page).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
      await expect(main(page).getByText(message)).toBeVisible()
    }
    await expect(count(page)).toHaveText('2 of 2 rows ready')
  })
})

test('typing a row suggests matching products, and the row waits while the shop cannot be reached', async ({
  page,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await openQuickOrder(page)
  const part = main(page).getByLabel('Part number or name')

  await step('products are suggested while typing', async () => {
    await part.pressSequentially('tower')
    await expect(main(page).locator('datalist option[value="WW-CL-006T"]')).toHaveCount(1)
    await part.fill('WW-CL-006T')
    await main(page).getByLabel('Pieces', { exact: true }).fill('২০')
    await page.keyboard.press('Enter')
    await expect(count(page)).toHaveText('1 of 1 row ready')
    await expect(part).toBeFocused()
  })

  await step('without a connection nothing typed is lost', async () => {
    await page.context().setOffline(true)
    await part.fill('WW-PS-850M')
    await main(page).getByLabel('Pieces', { exact: true }).fill('20')
    await page.keyboard.press('Enter')
    await expect(main(page).getByRole('alert')).toBeVisible()
    await expect(count(page)).toHaveText('1 of 2 rows ready')
    await page.context().setOffline(false)
    await button(page, 'Retry').click()
    await expect(count(page)).toHaveText('2 of 2 rows ready')
  })
})

test('a monthly list is saved under a name, ordered, replaced and deleted', async ({ page, problems }) => {
  problems.expect(/status of 409/)
  await openQuickOrder(page)
  const lists = main(page).getByRole('list', { name: 'Saved lists' })
  const save = async (name: string) => {
    await button(page, 'Save as a list').click()
    await main(page).getByLabel('Name of the list').fill(name)
    await page.keyboard.press('Enter')
  }

  await step('rows with a product and a quantity are saved', async () => {
    await pasteRows(page, ['WW-PS-850M\t20', 'WW-FN-120L\t100', 'nothing like it\t5'])
    await expect(count(page)).toHaveText('2 of 3 rows ready')
    await button(page, 'Save as a list').click()
    await expect(main(page).getByText('1 row without a product or a quantity will not be in it.')).toBeVisible()
    await main(page).getByLabel('Name of the list').fill('Monthly build kit')
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Saved: Monthly build kit, 2 products.')).toBeVisible()
  })

  await step('a list of the same name replaces it only after a confirmation', async () => {
    await button(page, 'Clear the list').click()
    await pasteRows(page, ['WW-PS-850M\t40'])
    await expect(count(page)).toHaveText('1 of 1 row ready')
    await save('Monthly build kit')
    await expect(main(page).getByText('You already have a list with this name.')).toBeVisible()
    await button(page, 'Replace that list').click()
    await expect(toast(page, 'Saved: Monthly build kit, 1 product.')).toBeVisible()
  })

  await step('deleted lists can be restored, and a saved list is ordered', async () => {
    await save('Spare kit')
    await expect(toast(page, 'Saved: Spare kit, 1 product.')).toBeVisible()
    await button(page, 'Clear the list').click()
    await sideMenu(page).filter({ hasText: 'Saved lists' }).click()
    await expect(title(page)).toHaveText('Saved lists')
    await expect(lists.getByRole('listitem').first()).toContainText('1 product, saved on')
    await button(page, 'Delete: Monthly build kit').click()
    await button(page, 'Delete: Spare kit').click()
    await expect(main(page).getByText('No saved lists yet')).toBeVisible()
    await button(page, 'Undo: put Monthly build kit back').click()
    // What stands below the first moves up once that is done, and would leave the pointer.
    await expect(lists.getByRole('listitem')).toHaveCount(1)
    await button(page, 'Undo: put Spare kit back').click()
    await expect(lists.getByRole('listitem')).toHaveCount(2)
    await expect(button(page, /^Undo/)).toBeHidden()
    await expectAccessibleInBothThemes(page)
    await lists.getByRole('link', { name: 'Order: Monthly build kit' }).click()
    await expect(count(page)).toHaveText('1 of 1 row ready')
    await expect(pieces(page, 'WX-850 Modular ATX')).toHaveValue('40')
  })
})

test('a list deleted in another tab disappears here when used, and its name is free again', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/status of (404|409)/)
  await openQuickOrder(page)
  await pasteRows(page, ['WW-PS-850M\t20'])
  await expect(count(page)).toHaveText('1 of 1 row ready')
  const name = main(page).getByLabel('Name of the list')
  const open = async () => {
    await button(page, 'Save as a list').click()
    await name.fill('Spare kit')
    await button(page, 'Save the list').click()
  }
  await open()
  await expect(toast(page, 'Saved: Spare kit, 1 product.')).toBeVisible()
  const [one, other] = [await context.newPage(), await context.newPage()]
  for (const tab of [one, other]) await tab.goto('/dashboard/lists')
  await expect(button(one, 'Delete: Spare kit')).toBeVisible()
  await open()
  await expect(button(page, 'Replace that list')).toBeVisible()

  await button(other, 'Delete: Spare kit').click()
  await expect(main(other).getByText('No saved lists yet')).toBeVisible()
  await button(one, 'Delete: Spare kit').click()
  await expect(toast(one, 'There is no such list.')).toBeVisible()
  await expect(main(one).getByText('No saved lists yet')).toBeVisible()
  await button(page, 'Replace that list').click()
  await button(page, 'Save the list').click()
  await expect(name).toBeHidden()
})
