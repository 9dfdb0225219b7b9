import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { quickOrderMessages } from '#content/quick-order.ts'
import { leastQuantity } from '#features/pricing/rules.ts'
import { newAccount, signUp } from './accounts.ts'
import { addProduct, expectAccessibleInBothThemes, openAsAdmin, otherVisitor, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { keptToken, listedTools, main, sideMenu, title, toast } from './locators.ts'
import { paidTitle, payWith } from './purchase.ts'

const { step } = test

const paste = (page: Page) => main(page).getByLabel('Paste part numbers and quantities')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const row = (page: Page, name: string) =>
  main(page).getByRole('list', { name: 'Rows' }).getByRole('listitem', { name, exact: true })
const pieces = (page: Page, name: string) => row(page, name).getByRole('textbox')
const count = (page: Page) => main(page).getByRole('heading', { name: /rows? ready$/ })
const file = (page: Page) => main(page).getByLabel('Take a file')

async function openQuickOrder(page: Page): Promise<void> {
  await signUp(page, newAccount('Nusrat Jahan'))
  await page.goto('/dashboard/quick-order')
  await expect(title(page)).toHaveText('Quick order')
}

async function pasteRows(page: Page, rows: readonly string[]): Promise<void> {
  await paste(page).fill(rows.join('\n'))
  await button(page, 'Check the list').click()
}

/** Rows of sample products of which an order's least can be had, but for those that the faults are about. */
async function goodRows(page: Page, most: number): Promise<string[]> {
  const faulty = new Set(['WW-CS-005G', 'WW-CL-006T', 'WW-CL-004T', 'WW-FN-140S', 'WW-FN-120L'])
  const tools = await listedTools(page)
  const rows = tools.flatMap((tool) => {
    const least = leastQuantity({ minimum: tool.minimum_order_quantity, increment: tool.order_increment })
    const isSample = tool.part_number.startsWith('WW-') && !faulty.has(tool.part_number)
    return isSample && tool.available_quantity >= least * 2 ? `${tool.part_number}\t${least}` : []
  })
  return rows.slice(0, most)
}

test('thirty rows are pasted, six of them mended, put into the order, ordered and paid for', async ({ page }) => {
  await openQuickOrder(page)
  const good = await goodRows(page, 23)
  expect(good).toHaveLength(23)

  await step('an empty list is refused with a sentence', async () => {
    await button(page, 'Check the list').click()
    await expect(main(page).getByText(quickOrderMessages.nothing)).toBeVisible()
  })

  await step('what is pasted is there row by row, each with its verdict', async () => {
    const faults = ['AF-140\t100', 'WW-CS-O05G\t20', 'WW-CL-006T\t3', 'ww cl 004t\t', 'LA-180 Laptop Brick\t20']
    const repeated = ['WW-FN-120L\t100', ...good, 'AF-120 Case Fan\t100']
    await pasteRows(page, ['Part number\tQty', '', ...repeated, ...faults])
    await expect(count(page)).toHaveText('24 of 30 rows ready')
    await expect(paste(page)).toHaveValue('')
    await expectAccessibleInBothThemes(page)
  })

  await step('what is a choice is asked for, and a list that is left is there after a reload', async () => {
    await button(page, /^AF-140 Silent Fan WW-FN-140S: use it/).click()
    await button(page, /^TC-5 Glass Tower WW-CS-005G: use it/).click()
    await expect(count(page)).toHaveText('26 of 30 rows ready')
    await page.reload()
    await expect(count(page)).toHaveText('26 of 30 rows ready')
  })

  await step('one press mends what needs no choice', async () => {
    await button(page, 'Mend 3 at once').click()
    await expect(count(page)).toHaveText('28 of 29 rows ready')
    await expect(pieces(page, 'AF-120 Case Fan').first()).toHaveValue('200')
    await expect(pieces(page, 'CT-6 Tower Cooler')).toHaveValue('20')
    await button(page, /^To mend/).click()
    await expect(row(page, 'LA-180 Laptop Brick')).toContainText('None are available now.')
  })

  await step('a row that is taken out can be put back', async () => {
    await button(page, 'Remove: LA-180 Laptop Brick').click()
    await expect(count(page)).toHaveText('28 of 28 rows ready')
    await button(page, 'Undo: put LA-180 Laptop Brick back').click()
    await expect(count(page)).toHaveText('28 of 29 rows ready')
  })

  await step('what is ready goes into the order, the rest stays', async () => {
    await button(page, 'Add 28 rows to order').click()
    await expect(toast(page, 'Added: 28 products.')).toBeVisible()
    await expect(count(page)).toHaveText('0 of 1 row ready')
    await toast(page, 'Added').getByRole('link', { name: 'See your order' }).click()
    await expect(title(page)).toHaveText('Your order')
    await expect(main(page).getByRole('list', { name: 'Products in your order' }).getByRole('listitem')).toHaveCount(28)
  })

  await step('it is ordered under the buyer’s own number, and paid for', async () => {
    await main(page).getByLabel('Delivery address').fill('Plot 7, Road 3, Dhaka 1208')
    await main(page).getByLabel('Phone').fill('+880 1711 000000')
    await main(page).getByLabel('Your order number').fill('PO-2026-17')
    await button(page, 'Place order').click()
    await expect(main(page).getByText('PO-2026-17')).toBeVisible()
    await payWith(page, '4242424242424242')
    await expect(paidTitle(page)).toBeVisible()
    await main(page).getByRole('link', { name: 'Receipt' }).click()
    await expect(main(page).getByRole('article', { name: /^Receipt/ })).toContainText('Your order number: PO-2026-17')
  })
})

test('an order of several products is ordered again, with what is different first', async ({
  page,
  browser,
  baseURL,
}) => {
  const staff = await otherVisitor(browser, baseURL)
  await openAsAdmin(staff, '/managetools')
  const asStaff = { authorization: `Bearer ${await keptToken(staff)}` }
  const made = [
    await addProduct(staff, 'RO-1 Same', 10),
    await addProduct(staff, 'RO-2 Dearer', 20),
    await addProduct(staff, 'RO-3 Gone', 30),
  ]
  const [, dearer = '', gone = ''] = made
  await signUp(page, newAccount('Farida Akter'))
  const headers = { authorization: `Bearer ${await keptToken(page)}` }
  const lines = made.map((toolId) => ({ toolId, quantity: 20 }))
  const data = { lines, address: 'Plot 7, Dhaka', phone: '+880 1711 000000' }
  const { _id }: { _id: string } = await (await page.request.post('/api/order', { headers, data })).json()
  await page.request.post(`/api/order/${_id}/cancel`, { headers })
  await staff.request.patch(`/api/tool/${dearer}`, { headers: asStaff, data: { version: 1, price: 22.5 } })
  await staff.request.delete(`/api/tool/${gone}`, { headers: asStaff })

  await page.goto(`/dashboard/orders/${_id}`)
  await main(page).getByRole('link', { name: 'Order again' }).click()
  await expect(title(page)).toHaveText('Quick order')
  await expect(count(page)).toHaveText('2 of 3 rows ready')
  const all = main(page).getByRole('list', { name: 'Rows' }).getByRole('listitem')
  await expect(all.nth(0)).toContainText('No longer sold.')
  await expect(all.nth(1)).toContainText('$22.50 each, was $20.00')
  await expect(all.nth(2)).toContainText('RO-1 Same')
  await expect(main(page).getByText('1 price changed since your order')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.reload()
  await expect(count(page)).toHaveText('2 of 3 rows ready')
  await button(page, 'Add 2 rows to order').click()
  await expect(toast(page, 'Added: 2 products.')).toBeVisible()
  for (const id of made.slice(0, 2)) await staff.request.delete(`/api/tool/${id}`, { headers: asStaff })
})

test('a file is read, what its buyer calls a product is remembered, and forgotten', async ({ page }) => {
  await openQuickOrder(page)
  const list = join(import.meta.dirname, 'files/list.xlsx')

  await step('the columns of a sheet are found by their heads', async () => {
    await file(page).setInputFiles(list)
    await expect(count(page)).toHaveText('2 of 3 rows ready')
    await expect(pieces(page, 'WX-850 Modular ATX')).toHaveValue('20')
    await button(page, /^AF-120 Case Fan WW-FN-120L: use it/).click()
    await expect(row(page, 'AF-120 Case Fan').last()).toContainText('This product is in a row above.')
  })

  await step('the next list knows it', async () => {
    await button(page, 'Clear the list').click()
    await expect(count(page)).toBeHidden()
    await page.reload()
    await pasteRows(page, ['case-fan af 120;100'])
    await expect(count(page)).toHaveText('1 of 1 row ready')
    await button(page, /^Your number: forget it/).click()
    await expect(count(page)).toHaveText('0 of 1 row ready')
  })

  await step('where nobody can tell which column is which, it is asked for', async () => {
    await button(page, 'Clear the list').click()
    const csv = 'WW-PS-850M,84,20\nWW-FN-120L,7,100\n'
    await file(page).setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await main(page).getByLabel('Quantities', { exact: true }).selectOption('Column 1')
    await button(page, 'Take these columns').click()
    await expect(main(page).getByText('Choose two different columns.')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await main(page).getByLabel('Quantities', { exact: true }).selectOption('Column 3')
    await button(page, 'Take these columns').click()
    await expect(count(page)).toHaveText('2 of 2 rows ready')
  })

  await step('what is no list says what to do', async () => {
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

test('a row is typed with the names that begin so, and waits while the shop cannot be reached', async ({
  page,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await openQuickOrder(page)
  const part = main(page).getByLabel('Part number or name')

  await step('products are offered as it is typed', async () => {
    await part.pressSequentially('tower')
    await expect(main(page).locator('datalist option[value="WW-CL-006T"]')).toHaveCount(1)
    await part.fill('WW-CL-006T')
    await main(page).getByLabel('Pieces', { exact: true }).fill('২০')
    await page.keyboard.press('Enter')
    await expect(count(page)).toHaveText('1 of 1 row ready')
    await expect(part).toBeFocused()
  })

  await step('without a connection nothing that was typed is lost', async () => {
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

test('what is ordered every month is saved under a name, ordered by it, replaced and deleted', async ({
  page,
  problems,
}) => {
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

  await step('another of that name replaces it only when it is meant', async () => {
    await button(page, 'Clear the list').click()
    await pasteRows(page, ['WW-PS-850M\t40'])
    await expect(count(page)).toHaveText('1 of 1 row ready')
    await save('Monthly build kit')
    await expect(main(page).getByText('You have a list of this name already.')).toBeVisible()
    await button(page, 'Replace that list').click()
    await expect(toast(page, 'Saved: Monthly build kit, 1 product.')).toBeVisible()
  })

  await step('it is ordered by two presses, and what is deleted can be put back', async () => {
    await button(page, 'Clear the list').click()
    await sideMenu(page).filter({ hasText: 'Saved lists' }).click()
    await expect(title(page)).toHaveText('Saved lists')
    await expect(lists.getByRole('listitem')).toContainText('1 product, saved on')
    await button(page, 'Delete: Monthly build kit').click()
    await expect(main(page).getByText('No saved lists yet')).toBeVisible()
    await button(page, 'Undo: put Monthly build kit back').click()
    await expectAccessibleInBothThemes(page)
    await lists.getByRole('link', { name: 'Order: Monthly build kit' }).click()
    await expect(count(page)).toHaveText('1 of 1 row ready')
    await expect(pieces(page, 'WX-850 Modular ATX')).toHaveValue('40')
  })
})
