import { signUp } from './accounts.ts'
import { placedOrder } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { main, toolsInStock } from './locators.ts'
import { rows } from './quick-order.ts'

test('a double click on Cancel asks, and its second press is not taken for the answer', async ({ page }) => {
  await signUp(page)
  await placedOrder(page)
  await page.goto('/dashboard/myorders')
  const question = page.getByRole('alertdialog')
  await main(page)
    .getByRole('button', { name: /^Cancel/ })
    .filter({ visible: true })
    .dblclick()
  await expect(question).toBeVisible()
  const yes = question.getByRole('button').first()
  // The second press may land on it, wherever the dialog opens.
  const box = await yes.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(yes).toBeEnabled()
  await expect(question).toBeVisible()
  await yes.click()
  await expect(question).toBeHidden()
  await expect(main(page).getByText('Cancelled').filter({ visible: true })).toBeVisible()
})

test('a double click on Order again fills in the order once', async ({ page }) => {
  await signUp(page)
  const lines = (await toolsInStock(page)).slice(-3).map(({ _id: toolId, minimum_order_quantity: quantity }) => {
    return { toolId, quantity }
  })
  await placedOrder(page, { lines })
  await page.goto('/dashboard/myorders')
  await main(page)
    .getByRole('button', { name: /^Cancel/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('alertdialog').getByRole('button').first().click()
  const again = main(page)
    .getByRole('link', { name: /^Order again/ })
    .filter({ visible: true })
  await again.dblclick()
  await expect(rows(page)).toHaveCount(lines.length)
  await expect(page).toHaveURL(/quick-order$/)
  await expect(rows(page)).toHaveCount(lines.length)
})
