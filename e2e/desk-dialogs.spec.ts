import type { Locator } from '@playwright/test'
import { newAccount, signUp } from './accounts.ts'
import { expectAccessibleInBothThemes, openAsAdmin, otherVisitor, test } from './administration.ts'
import { paidOrder } from './calls.ts'
import { expect } from './fixtures.ts'
import { bearerOf, main, title, toolsInStock } from './locators.ts'

const { step } = test

test('of the pieces of several lines the wrong box alone is marked, with what is wrong below it', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/status of 422/)
  const buyer = await otherVisitor(browser, baseURL)
  await signUp(buyer, newAccount('Buyer of several'))
  const tools = (await toolsInStock(buyer)).slice(-3)
  const orderId = await paidOrder(buyer, {
    lines: tools.map((tool) => ({ toolId: tool._id, quantity: tool.minimum_order_quantity })),
  })
  await openAsAdmin(page, `/dashboard/orders/${orderId}`)
  const wrongLast = async (dialog: Locator, button: string) => {
    const boxes = dialog.locator('.line-boxes').getByRole('textbox')
    await expect(boxes).toHaveCount(3)
    await boxes.last().fill('99999')
    await dialog.getByRole('button', { name: button }).click()
    await expect(boxes.last()).toBeFocused()
    await expect(boxes.last()).toHaveAccessibleDescription(/^Only \d+ of this line are left/)
    await expect(dialog.locator('.line-boxes [aria-invalid]')).toHaveCount(1)
    await expectAccessibleInBothThemes(page)
  }

  await step('of a refund', async () => {
    await main(page).getByRole('button', { name: 'Refund…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    await dialog.getByLabel('Some of the pieces').check()
    await dialog.getByLabel('Reason').fill('Scratched')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(dialog.getByText('Choose at least one piece')).toBeInViewport()
    await wrongLast(dialog, 'Refund')
    await dialog.getByRole('button', { name: 'Not now' }).click()
  })

  await step('of a parcel', async () => {
    await main(page).getByRole('button', { name: 'Ship…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ship a parcel' })
    await dialog.getByLabel('Carrier').fill('Own van')
    await wrongLast(dialog, 'Ship')
  })
})
