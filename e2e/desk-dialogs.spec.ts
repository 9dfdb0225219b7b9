import type { Locator } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { accountPath } from '#web/lib/account-path.ts'
import { newAccount, signUp } from './accounts.ts'
import { expectAccessibleInBothThemes, openAsAdmin, openPaidOrder, otherVisitor, test } from './administration.ts'
import { paidOrder, placedOrder, post, quotedCart } from './calls.ts'
import { expect } from './fixtures.ts'
import { bearerOf, main, move, painted, title, toast, toolsInStock } from './locators.ts'

const { step } = test

test('staff deciding on an order that somebody else has changed see what is left of it', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/status of 409/)
  const orderId = await openPaidOrder(page, browser, baseURL)
  await expect(title(page)).toHaveText(/^WW-/)
  const elsewhere = (path: string, data: object) => post(page, `/api/order/${orderId}/${path}`, data)

  await step('a refund', async () => {
    await main(page).getByRole('button', { name: 'Refund…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    const all = await dialog
      .getByLabel(/^All that is left/)
      .locator('..')
      .innerText()
    await elsewhere('refund', { amount: 5, reason: 'Late', restock: false })
    await dialog.getByLabel('Reason').fill('Scratched')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(dialog.getByText('Money from this order was refunded in the meantime.')).toBeVisible()
    await expect(dialog.getByText(all)).toHaveCount(0)
    await dialog.getByLabel('An amount').check()
    await dialog.getByLabel(/^Amount in/).fill('1')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(dialog).toBeHidden()
  })

  await step('a parcel', async () => {
    await main(page).getByRole('button', { name: 'Ship…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ship a parcel' })
    const before = await dialog.getByText(/^of \d/).innerText()
    await elsewhere('ship', { carrier: 'DHL', lines: [{ position: 1, quantity: 1 }] })
    await dialog.getByLabel('Carrier').fill('Own van')
    await dialog.getByRole('button', { name: 'Ship' }).click()
    await expect(dialog.getByText('Another parcel of this order was sent in the meantime.')).toBeVisible()
    await expect(dialog.getByText(before, { exact: true })).toHaveCount(0)
    // Nobody has typed into the box: it shows what is left now, as the words beside it do.
    const pieces = dialog.getByRole('group', { name: 'In this parcel' }).getByRole('textbox')
    await expect(dialog.getByText(`of ${await pieces.inputValue()}`, { exact: true })).toBeVisible()
    await pieces.fill('2')
    await dialog.getByRole('button', { name: 'Ship' }).click()
    await expect(dialog).toBeHidden()
  })

  await step('a parcel of which nothing is left', async () => {
    await main(page).getByRole('button', { name: 'Ship…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ship a parcel' })
    await dialog.getByLabel('Carrier').fill('Own van')
    await elsewhere('refund', { reason: 'Out of production', restock: true })
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Nothing is left to ship')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Ship' })).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  })
})

test('only the wrong quantity of several lines is marked, with the error below it', async ({
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
    await expect(boxes.last()).toHaveAccessibleDescription(/^Only \d+ left (to send )?on this line\.$/)
    await expect(dialog.locator('.line-boxes [aria-invalid]')).toHaveCount(1)
    // "of 100" beside one of them is wider than "of 20".
    const lefts = await boxes.evaluateAll((all) => all.map((box) => Math.round(box.getBoundingClientRect().left)))
    expect(new Set(lefts).size).toBe(1)
    await expectAccessibleInBothThemes(page)
  }

  await step('in a refund', async () => {
    await main(page).getByRole('button', { name: 'Refund…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    await dialog.getByLabel('Some of the pieces').check()
    await dialog.getByLabel('Reason').fill('Scratched')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(dialog.getByText('Choose at least one piece')).toBeInViewport()
    await wrongLast(dialog, 'Refund')
    await dialog.getByRole('button', { name: 'Not now' }).click()
  })

  await step('in a parcel', async () => {
    await main(page).getByRole('button', { name: 'Ship…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ship a parcel' })
    await dialog.getByLabel('Carrier').fill('Own van')
    await wrongLast(dialog, 'Ship')
  })
})

test('staff actions without a connection say so, and the order page keeps what was typed', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const buyer = await otherVisitor(browser, baseURL)
  await signUp(buyer, newAccount('Buyer far away'))
  const [paid, unpaid] = [await paidOrder(buyer), await placedOrder(buyer)]
  await openAsAdmin(page, '/dashboard/orders')
  const note = main(page).getByLabel('Note')
  const open = async (orderId: string) => {
    await page.goto(`/dashboard/orders/${orderId}`)
    await note.fill('The buyer called')
  }
  const told = async () => {
    await expect(toast(page, messages.offline)).toBeVisible()
    await expect(title(page)).toHaveText(/^WW-/)
    await expect(note).toHaveValue('The buyer called')
    await page.context().setOffline(false)
  }

  await step('marking an order as packed', async () => {
    await open(paid)
    await page.context().setOffline(true)
    await main(page).getByRole('button', { name: 'Mark packed' }).click()
    await told()
    await main(page).getByRole('button', { name: 'Mark packed' }).click()
    await expect(toast(page, 'Marked as packed')).toBeVisible()
  })

  await step('cancelling an order', async () => {
    await open(unpaid)
    await main(page)
      .getByRole('button', { name: /^Cancel order/ })
      .click()
    await page.context().setOffline(true)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
    await told()
  })

  await step('returning to the page keeps what was typed', async () => {
    await open(paid)
    await main(page).getByRole('button', { name: 'Ship…' }).click()
    const tracking = page.getByRole('dialog', { name: 'Ship a parcel' }).getByLabel('Tracking number')
    await tracking.fill('1Z 999')
    await page.context().setOffline(true)
    const asked = page.waitForEvent('requestfailed')
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await asked
    await painted(page)
    await page.context().setOffline(false)
    await expect(tracking).toHaveValue('1Z 999')
  })

  await step('declining a quote', async () => {
    const quoteId = await quotedCart(buyer, newAccount('Buyer far away'))
    await page.goto(`/quote/${quoteId}`)
    const words = main(page).getByLabel('Message to the buyer')
    await words.fill('From stock')
    await main(page).getByRole('button', { name: 'Decline' }).click()
    await page.context().setOffline(true)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
    await expect(toast(page, messages.offline)).toBeVisible()
    await expect(words).toHaveValue('From stock')
    await page.context().setOffline(false)
  })

  await step('deleting a product in a list', async () => {
    await page.goto('/managetools')
    const remove = main(page).getByRole('button', { name: /^Delete / })
    await remove.first().click()
    await page.context().setOffline(true)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, messages.offline)).toBeVisible()
    await expect(remove.first()).toBeVisible()
    await page.context().setOffline(false)
  })
})

test('an action that fails after its dialog was closed still reports the failure', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/status of 503/)
  const buyer = await otherVisitor(browser, baseURL)
  const account = await signUp(buyer, newAccount('Buyer in a queue'))
  const review = { name: 'Queue', description: 'Slow', rating: 3 }
  await buyer.request.post('/api/addreview', { headers: await bearerOf(buyer), data: review })
  const order = `/dashboard/orders/${await paidOrder(buyer)}`
  await openAsAdmin(page, order)

  const cases = [
    { at: order, opens: 'Ship…', call: '**/api/order/*/ship', fields: { Carrier: 'DHL' } },
    { at: order, opens: 'Refund…', call: '**/api/order/*/refund', fields: { Reason: 'Scratched' } },
    {
      at: accountPath({ email: account.email }),
      opens: 'Terms…',
      call: '**/api/user/*/terms',
      fields: { 'Days to pay': '30', 'Credit limit': '900' },
    },
    { at: '/review', opens: 'Hide the review by Queue', call: '**/api/review/*', fields: { Reason: 'No words' } },
  ]
  for (const { at, opens, call, fields } of cases) {
    await step(opens, async () => {
      await page.goto(at)
      await move(page)
      await main(page).getByRole('button', { name: opens }).click()
      const detail = `Not now: ${opens}`
      const { promise: isClosed, resolve: close } = Promise.withResolvers<void>()
      await page.route(call, async (route) => {
        await isClosed
        await route.fulfill({ status: 503, contentType: 'application/problem+json', json: { detail } })
      })
      const dialog = page.getByRole('dialog')
      for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(new RegExp(`^${label}`)).fill(text)
      const asked = page.waitForRequest(call)
      await page.keyboard.press('Enter')
      await asked
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      close()
      await expect(toast(page, detail)).toBeVisible()
      await main(page).getByRole('button', { name: opens }).click()
      for (const [label, text] of Object.entries(fields))
        await expect(dialog.getByLabel(new RegExp(`^${label}`))).toHaveValue(text)
      await page.unroute(call)
    })
  }
})

test('text typed while the previous entry is being sent is kept as the next one', async ({
  page,
  browser,
  baseURL,
}) => {
  const buyer = await otherVisitor(browser, baseURL)
  const account = await signUp(buyer, newAccount('Buyer to be told'))
  const [orderId, quoteId] = [await paidOrder(buyer), await quotedCart(buyer, account)]
  const tool = (await toolsInStock(buyer)).at(-1)
  await openAsAdmin(page, '/dashboard')

  const cases = [
    { at: `/dashboard/orders/${orderId}`, field: 'Note', first: 'One', next: 'Two', button: 'Add note' },
    { at: `/quote/${quoteId}`, field: 'Write to the buyer', first: 'One', next: 'Two', button: 'Send message' },
    { at: `/managetools/${tool?._id}/stock`, field: 'Received', first: '7', next: '8', button: 'Add to stock' },
  ]
  for (const { at, field, first, next, button } of cases) {
    await step(at, async () => {
      await page.goto(at)
      const box = main(page).getByLabel(field)
      const { promise: isTyped, resolve: send } = Promise.withResolvers<void>()
      await page.route(/\/(note|message|stock)$/, async (route) => {
        if (route.request().method() === 'POST') await isTyped
        await route.continue()
      })
      await box.fill(first)
      await main(page).getByRole('button', { name: button }).click()
      await box.fill(next)
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
      send()
      await answered
      await expect(main(page).getByRole('button', { name: button })).toBeVisible()
      await expect(box).toHaveValue(next)
      await main(page).getByRole('button', { name: button }).click()
      await expect(box).toHaveValue('')
      await page.unrouteAll()
    })
  }
})
