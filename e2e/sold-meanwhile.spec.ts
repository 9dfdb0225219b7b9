import { addProduct, otherStaff, removeProducts, test } from './administration.ts'
import { signUp } from './accounts.ts'
import { expect } from './fixtures.ts'
import { bearerOf, listedTools, main, toast } from './locators.ts'
import { fillInDelivery } from './purchase.ts'

test('stock lost while the form is filled in is reported once at its line, and one press each time fixes it', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/status of 422/)
  const staff = await otherStaff(browser, baseURL, '/managetools')
  const name = 'RC-1 Soon less'
  const toolId = await addProduct(staff, name, 40)
  await signUp(page)
  await page.goto(`/tool/${toolId}`)
  await page.getByLabel('Quantity').fill('300')
  await main(page)
    .getByRole('button', { name: `Add to order: ${name}` })
    .click()
  await expect(toast(page, `Added: 300 × ${name}`)).toBeVisible()
  await page.goto('/dashboard/cart')
  await fillInDelivery(page)
  const headers = await bearerOf(staff)
  const counted = await staff.request.post(`/api/tool/${toolId}/stock`, { headers, data: { counted: 200 } })
  expect(counted.ok(), await counted.text()).toBe(true)
  const line = main(page).getByRole('group', { name })
  const said = line.getByRole('alert')
  const place = main(page).getByRole('button', { name: 'Place order' })
  for (const { sentence, most } of [
    { sentence: 'Only 200 are available now.', most: 200 },
    { sentence: 'Unpaid orders can hold 100 of these.', most: 100 },
  ]) {
    await place.click()
    await expect(said).toContainText(sentence)
    await expect(said).toHaveCount(1)
    await said.getByRole('button', { name: `Order ${most} instead: ${name}` }).click()
    await expect(line.getByLabel('Quantity')).toHaveValue(String(most))
    await expect(said).toHaveCount(0)
  }
  await place.click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await removeProducts(staff, toolId)
})

test('the message counts every line that cannot be ordered, also one whose price has changed meanwhile', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/status of 422/)
  const staff = await otherStaff(browser, baseURL, '/managetools')
  const held = await addProduct(staff, 'RC-2 Held', 40)
  const dearer = await addProduct(staff, 'RC-3 Dearer', 40)
  await signUp(page)
  const line = (toolId: string, quantity: number) => ({ toolId, quantity, seenPrice: 40 })
  const data = { version: 0, lines: [line(held, 800), line(dearer, 100)] }
  const put = await page.request.put('/api/cart', { headers: await bearerOf(page), data })
  expect(put.ok(), await put.text()).toBe(true)
  await page.goto('/dashboard/cart')
  await fillInDelivery(page)
  const tool = (await listedTools(page)).find(({ _id }) => _id === dearer)
  const headers = await bearerOf(staff)
  const change = { version: tool?.version, price: 45 }
  const changed = await staff.request.patch(`/api/tool/${dearer}`, { headers, data: change })
  expect(changed.ok(), await changed.text()).toBe(true)
  await main(page).getByRole('button', { name: 'Place order' }).click()
  await expect(main(page).getByRole('group', { name: /^RC-/ }).getByRole('alert')).toHaveCount(2)
  await expect(main(page).getByText('2 lines cannot be ordered as they are.')).toBeVisible()
  await removeProducts(staff, held, dearer)
})
