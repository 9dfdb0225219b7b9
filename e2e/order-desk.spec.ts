import {
  expectAccessibleInBothThemes,
  openAsAdmin,
  otherVisitor,
  pressIn,
  row,
  search,
  test,
} from './administration.ts'
import { signUp, newAccount } from './accounts.ts'
import { placedOrder, post } from './calls.ts'
import { expect } from './fixtures.ts'
import { main, sideMenu, title, toast } from './locators.ts'
import { payWith, paidTitle, placeOrder } from './purchase.ts'

const { step } = test

test('staff find an order, pack it, ship it in parts, and the buyer can follow it', async ({
  page,
  browser,
  baseURL,
}) => {
  const buyer = await otherVisitor(browser, baseURL)
  const account = await signUp(buyer, newAccount('Parcel Buyer'))
  await placeOrder(buyer)
  await payWith(buyer, '4242424242424242')
  await expect(paidTitle(buyer)).toBeVisible()
  await openAsAdmin(page, '/dashboard/orders')
  await expect(title(page)).toHaveText('Orders')

  await step('the order is found by its buyer, and the address keeps the state filter', async () => {
    await search(page, 'parcel buyer')
    await expect(row(page, account.name)).toHaveCount(1)
    await main(page).getByLabel('State').selectOption('Paid, to ship')
    await expect(page).toHaveURL(/state=paid/)
    await expect(row(page, account.name)).toHaveCount(1)
    await main(page).getByLabel('State').selectOption('Cancelled')
    await expect(main(page).getByText('No matching orders')).toBeVisible()
    await page.goBack()
    await expect(row(page, account.name)).toHaveCount(1)
    await expectAccessibleInBothThemes(page)
  })

  await step('the list is exported', async () => {
    const download = page.waitForEvent('download')
    await main(page).getByRole('button', { name: 'Export CSV' }).click()
    expect((await download).suggestedFilename()).toBe('orders.csv')
  })

  await step('the packing slips of all listed orders are one file, kept for a day', async () => {
    await main(page).getByRole('button', { name: 'Print…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Print documents' })
    await dialog.getByRole('button', { name: 'Packing slips', exact: true }).click()
    const file = dialog.getByRole('list', { name: 'Files from the last day' }).getByRole('listitem')
    await expect(file).toContainText('1 order, kept for a day')
    await expectAccessibleInBothThemes(page)
    const download = page.waitForEvent('download')
    await file.getByRole('button', { name: 'Save packing slips' }).click()
    expect((await download).suggestedFilename()).toBe('packing-slips.pdf')
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await step('chosen orders are printed, with the pointer and by keyboard', async () => {
    await page.keyboard.press('Escape')
    const box = main(page).getByRole('checkbox', { name: /^Choose WW-/ })
    await box.check()
    await expect(main(page).getByText('1 order chosen')).toBeVisible()
    await expect(main(page).getByRole('checkbox', { name: 'Choose all on this page' })).toBeChecked()
    await main(page).getByRole('button', { name: 'Choose none' }).click()
    await expect(box).not.toBeChecked()
    await title(page).click()
    for (const key of ['j', 'x']) await page.keyboard.press(key)
    await expect(box).toBeChecked()
    // After a click on its box, the keys continue from that row.
    await box.click()
    await page.keyboard.press('x')
    await expect(box).toBeChecked()
    await page.keyboard.press('j')
    await expect(main(page).getByRole('link', { name: /^WW-/ })).toBeFocused()
    await expectAccessibleInBothThemes(page)
    await main(page).getByRole('button', { name: 'Print 1…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Print documents' })
    await expect(dialog).toContainText('for the 1 order you chose')
    const files = dialog.getByRole('list', { name: 'Files from the last day' }).getByRole('listitem')
    await expect(files).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Packing slips', exact: true }).click()
    await expect(files).toHaveCount(2)
    await page.keyboard.press('Escape')
  })

  await step('the order is opened, packed and sent in part by keyboard alone', async () => {
    await page.locator('body').press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard' })
    // Selecting text beyond the dialog's edge leaves it open; a click beside it closes it.
    await help.getByText('Choose the order to print it').hover()
    await page.mouse.down()
    await page.mouse.move(5, 5)
    await page.mouse.up()
    await expect(help).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(help).toBeHidden()
    await page.keyboard.press('/')
    await expect(main(page).getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveText(/^WW-/)
    const packed: string[] = []
    page.on('request', (request) => request.url().endsWith('/pack') && packed.push(request.url()))
    for (const key of ['p', 'p']) await page.keyboard.press(key)
    await expect(toast(page, 'Marked as packed')).toBeVisible()
    expect(packed).toHaveLength(1)
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog', { name: 'Ship a parcel' })
    await expect(dialog.getByLabel('Carrier')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Carrier is Required')).toBeVisible()
    await dialog.getByLabel('Carrier').fill('DHL')
    await dialog.getByLabel('Tracking number').fill('JD0146')
    await dialog.getByRole('group', { name: 'In this parcel' }).getByRole('textbox').fill('1')
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: 'Ship' }).click()
    await expect(dialog).toBeHidden()
    await expect(main(page).getByText(/^1 sent, /)).toBeVisible()
  })

  await step('staff add a note', async () => {
    await main(page).getByLabel('Note').fill('Call the gate first.')
    await main(page).getByRole('button', { name: 'Add note' }).click()
    await expect(main(page).getByText('Call the gate first.')).toBeVisible()
    await expect(main(page).getByLabel('Note')).toHaveValue('')
    await expectAccessibleInBothThemes(page)
  })

  await step('the buyer sees the parcel with its tracking, and no note', async () => {
    await buyer.goto('/dashboard')
    await main(buyer).getByRole('link', { name: /^WW-/ }).click()
    await expect(main(buyer).getByText('Packed')).toBeVisible()
    await expect(main(buyer).getByRole('link', { name: 'JD0146' })).toHaveAttribute('href', /dhl\.com.*JD0146/)
    await expect(main(buyer).getByText('Call the gate first.')).toBeHidden()
    await expect(main(buyer).getByRole('button', { name: 'Ship…' })).toBeHidden()
    await expectAccessibleInBothThemes(buyer)
  })

  await step('another step can be taken while one is still being sent', async () => {
    const pack = Promise.withResolvers<void>()
    await page.route('**/pack', async (route) => {
      await pack.promise
      await route.continue()
    })
    await pressIn(main(page), 'Mark packed')
    const delivered = page.waitForResponse('**/deliver')
    await pressIn(main(page), 'Mark delivered')
    expect((await delivered).ok()).toBe(true)
    pack.resolve()
    await expect(main(page).getByText('Part shipped, rest packed')).toBeVisible()
    await expect(main(page).getByRole('button', { name: 'Mark delivered' })).toBeHidden()
  })

  await step('the rest is sent and delivered', async () => {
    await main(page).getByRole('button', { name: 'Ship…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ship a parcel' })
    await dialog.getByLabel('Carrier').fill('Own van')
    await dialog.getByRole('button', { name: 'Ship' }).click()
    await expect(dialog).toBeHidden()
    await expect(main(page).getByText('paid, shipped')).toBeVisible()
    await main(page).getByRole('button', { name: 'Mark delivered' }).click()
    await expect(main(page).getByText('paid, delivered')).toBeVisible()
    await expect(main(page).getByRole('button', { name: 'Ship…' })).toBeHidden()
    await buyer.reload()
    await expect(main(buyer).getByText('Delivered', { exact: true })).toHaveCount(2)
    await sideMenu(page).filter({ hasText: 'Orders' }).click()
    await expect(title(page)).toHaveText('Orders')
  })
})

test('a failed check of the print progress is retried, and its error disappears', async ({ page, problems }) => {
  problems.expect(/status of 503/)
  await openAsAdmin(page, '/dashboard/orders')
  const now = new Date().toISOString()
  const print = { _id: crypto.randomUUID(), kind: 'packing-slip', orders: 2, leftOut: 0, createdAt: now, until: now }
  let answer: object[] | undefined = []
  await page.route('**/api/prints', (route) => {
    if (route.request().method() === 'POST') return route.fulfill({ json: { ...print, state: 'waiting', drawn: 0 } })
    return answer ? route.fulfill({ json: answer }) : route.fulfill({ status: 503 })
  })
  const isRead = page.waitForResponse('**/api/prints')
  await main(page).getByRole('button', { name: 'Print…' }).click()
  await isRead
  answer = undefined
  const dialog = page.getByRole('dialog', { name: 'Print documents' })
  await dialog.getByRole('button', { name: 'Packing slips', exact: true }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  answer = [{ ...print, state: 'waiting', drawn: 1 }]
  await expect(dialog.getByText('1 of 2 ready')).toBeVisible()
  await expect(dialog.getByRole('alert')).toBeHidden()
})

test('Shift-click selects and deselects all orders in a range', async ({ page, browser, baseURL }) => {
  const buyer = await otherVisitor(browser, baseURL)
  const account = await signUp(buyer, newAccount('Buyer of four'))
  for (const _ of [1, 2, 3, 4]) await placedOrder(buyer)
  await openAsAdmin(page, `/dashboard/orders?q=${account.email}`)
  const boxes = main(page).getByRole('checkbox', { name: /^Choose WW-/ })
  await expect(boxes).toHaveCount(4)
  await boxes.first().click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await expect(main(page).getByText('3 orders chosen')).toBeVisible()
  await expect(boxes.last()).not.toBeChecked()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await boxes.nth(1).click({ modifiers: ['Shift'] })
  await expect(main(page).getByText('1 order chosen')).toBeVisible()
  await expect(boxes.first()).toBeChecked()
})

test('whoever goes back from an order finds the chosen orders and the row as they were', async ({
  page,
  browser,
  baseURL,
}) => {
  const buyer = await otherVisitor(browser, baseURL)
  const account = await signUp(buyer, newAccount('Buyer of five'))
  for (const _ of [1, 2, 3, 4, 5]) await placedOrder(buyer)
  const list = `/dashboard/orders?state=placed&q=${account.email}`
  await openAsAdmin(page, list)
  const boxes = main(page).getByRole('checkbox', { name: /^Choose WW-/ })
  const links = main(page).getByRole('link', { name: /^WW-/ })
  const chosen = main(page).locator('.chosen-orders')
  await expect(boxes).toHaveCount(5)
  const number = (await links.nth(2).textContent()) ?? ''
  await boxes.first().click()
  await title(page).click()
  for (const key of ['j', 'j', 'j', 'x', 'Enter']) await page.keyboard.press(key)
  await expect(title(page)).toHaveText(number)
  await page.reload()
  await expect(title(page)).toHaveText(number)
  await page.goBack()
  await expect(links.nth(2)).toBeFocused()
  await expect(chosen).toHaveText(/^2 orders chosenChoose none$/)
  await expect(boxes.nth(2)).toBeChecked()

  // An order that has left the list since is not chosen in secret, and its place is where the keys go on.
  const orderId = (await links.nth(2).getAttribute('href'))?.split('/').at(-1)
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText(number)
  await post(buyer, `/api/order/${orderId}/cancel`, {})
  await page.goBack()
  await expect(boxes).toHaveCount(4)
  await expect(links.nth(1)).toBeFocused()
  await expect(chosen).toContainText('2 orders chosen, 1 of them not on this page')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('j')
  await expect(links.nth(2)).toBeFocused()

  // Chosen for this visit of the list only, and by this account.
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText(/^WW-/)
  await sideMenu(page).filter({ hasText: 'Orders' }).click()
  await expect(boxes.first()).toBeVisible()
  await expect(chosen).toHaveText('')
  await page.goBack()
  await expect(title(page)).toHaveText(/^WW-/)
  await page.goBack()
  await expect(chosen).toContainText('2 orders chosen')
  await page.evaluate(() =>
    history.replaceState(JSON.parse(JSON.stringify(history.state).replace(/"owner":"[^"]+"/, '"owner":"other"')), ''),
  )
  await page.reload()
  await expect(boxes).toHaveCount(4)
  await expect(chosen).toHaveText('')
})
