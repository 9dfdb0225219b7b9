import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { quickOrderMessages } from '#content/quick-order.ts'
import { newAccount, signUp } from './accounts.ts'
import { expectAccessibleInBothThemes, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { main, title, toast } from './locators.ts'

const { step } = test

const paste = (page: Page) => main(page).getByLabel('Paste part numbers and quantities')
const check = (page: Page) => main(page).getByRole('button', { name: 'Check the list' })
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const rows = (page: Page) => main(page).getByRole('list', { name: 'Rows' }).getByRole('listitem')
const row = (page: Page, name: string) => main(page).getByRole('listitem', { name, exact: true })
const pieces = (page: Page, name: string) => row(page, name).getByRole('textbox')
const count = (page: Page) => main(page).getByRole('heading', { name: /rows? ready$/ })
const file = (page: Page) => main(page).getByLabel('Take a file')

async function openQuickOrder(page: Page): Promise<void> {
  await page.goto('/dashboard/quick-order')
  await expect(title(page)).toHaveText('Quick order')
}

/** Thirty rows as a spreadsheet has them, of which six cannot be ordered as they stand. */
const good = [
  ...['WW-PS-850M', 'WW-PS-600S', 'WW-PS-750M', 'WW-PS-1000M'].map((part) => [part, '20']),
  ...['WW-AD-065G', 'WW-AD-090L', 'WW-AD-100G', 'WW-AD-065L'].map((part) => [part, '50']),
  ...['WW-FN-140S', 'WW-FN-120R'].map((part) => [part, '100']),
]

test('thirty rows are pasted, six of them mended, and all put into the order', async ({ page }) => {
  await signUp(page, newAccount('Nusrat Jahan'))
  await openQuickOrder(page)

  await step('an empty list is refused with a sentence', async () => {
    await check(page).click()
    await expect(main(page).getByText(quickOrderMessages.nothing)).toBeVisible()
  })

  await step('what is pasted is there row by row, each with its verdict', async () => {
    const faults = ['ww fn 120l\t150', 'WW-FN-120L\t50', 'AF-140\t100', 'WW-CS-O05G\t20', 'WW-CL-006T\t3', 'WW-CL-004T\t']
    const table = ['Part number\tQty', ...good.map((each) => each.join('\t')), '', ...faults]
    await paste(page).fill(table.join('\n'))
    await check(page).click()
    await expect(count(page)).toHaveText('11 of 16 rows ready')
    await expect(paste(page)).toHaveValue('')
    await expectAccessibleInBothThemes(page)
  })

  await step('a row can be mended by one press', async () => {
    await button(page, /^Put both together/).click()
    await expect(pieces(page, 'AF-120 Case Fan')).toHaveValue('200')
    await button(page, 'Use AF-140 Silent Fan: AF-140').click()
    await button(page, 'Use TC-5 Glass Tower: WW-CS-O05G').click()
    await expect(count(page)).toHaveText('12 of 15 rows ready')
  })

  await step('a list that is left is there after a reload', async () => {
    await page.reload()
    await expect(count(page)).toHaveText('12 of 15 rows ready')
  })
})
