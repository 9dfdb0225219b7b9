import { z } from 'zod'
import { messages } from '#content/messages.ts'
import { refusals } from '#content/refusals.ts'
import { Review } from '#features/reviews/schema.ts'
import { admin, logIn, newAccount, signUp } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { expectOrderPaid, openFirstProduct, paidTitle, payButton } from './purchase.ts'
import { cards, columnsOf, main, navigation, signOutButton, title, toast, withoutStream } from './locators.ts'

const widths = [
  [390, 1],
  [800, 2],
  [1280, 3],
] as const

test('a spinner shows until it is known who is signed in', async ({ page }) => {
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/auth/get-session', async (route) => {
    await asked.promise
    await route.continue()
  })
  for (const path of ['/dashboard', '/tools']) {
    await page.goto(path)
    await expect(main(page).getByRole('status')).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
  }
  asked.resolve()
  await expect(page).toHaveURL('/login?from=%2Ftools')
})

test('the grid of tools has 1, 2 and 3 columns, and shows all tools', async ({ page }) => {
  await signUp(page)
  for (const [width, columns] of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => columnsOf(cards(page))).toBe(columns)
  }
  const count = await main(page)
    .getByText(/^\d+ of \d+ tools in this shop$/)
    .innerText()
  const [shown, all] = count.split(/\D+/)
  expect(shown).toBe(all)
  await expect(cards(page)).toHaveCount(Number(all))
})

test('the reviews stand in 3 columns on large screens', async ({ page }) => {
  await page.goto('/review')
  for (const [width, columns] of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => columnsOf(cards(page))).toBe(columns)
  }
})

test('/review shows all reviews', async ({ page }) => {
  // Another test may add a review between the two reads.
  await expect(async () => {
    const listed = z.array(Review).parse(await (await page.request.get('/api/review')).json())
    await page.goto('/review')
    await expect(cards(page)).toHaveCount(listed.length, { timeout: 5_000 })
  }).toPass()
})

test('the lists of the home and tools pages are fetched without an authentication header', async ({ page }) => {
  await signUp(page)
  const fetched = new Set<string>()
  const authorised: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/\.data$|^\/api\/(tool|review)$/.test(pathname)) return
    fetched.add(pathname)
    if (request.headers()['authorization'] !== undefined) authorised.push(pathname)
  })
  await navigation(page).getByText('Home').click()
  await expect(main(page).getByRole('heading', { name: 'What buyers report' })).toBeVisible()
  await navigation(page).getByText('Tools').click()
  await expect(title(page)).toHaveText('Tools')
  expect(fetched).toEqual(new Set(['/_.data', '/tools.data']))
  expect(authorised).toEqual([])
})

test('a list that fails to load says so, and Retry loads it', async ({ page, problems }) => {
  problems.expect(/status of 50[03]/)
  await signUp(page)
  const retry = main(page).getByText('Retry', { exact: true })

  /** Opens a page whose list loads slowly and then fails. */
  async function openInVain(path: string, call: string, what: string): Promise<void> {
    const late = Promise.withResolvers<void>()
    await page.route(call, async (route) => {
      await late.promise
      await route.fulfill({ status: 500, body: 'no' })
    })
    await page.goto(path)
    const loading = main(page)
      .getByRole('status')
      .filter({ hasText: `Loading ${what}` })
    await expect(loading.locator('.skeleton').first()).toBeVisible()
    late.resolve()
    await expect(page.getByRole('alert').filter({ hasText: 'did not load.' })).toBeVisible()
    await expect(loading).toBeHidden()
    await page.unroute(call)
    await retry.click()
  }

  await openInVain('/dashboard', '**/api/order?*', 'your orders')
  await expect(page.getByText('No orders yet')).toBeVisible()

  await page.route('**/tools.data*', (route) => route.fulfill({ status: 503, body: '{"detail":"no"}' }))
  await navigation(page).getByText('Tools').click()
  await expect(title(page)).toHaveText('This page did not load')
  await expect(main(page)).toContainText('The shop is very busy at the moment. Try again in a moment.')
  await page.unroute('**/tools.data*')
  await retry.click()
  await expect(title(page)).toHaveText('Tools')

  await signOutButton(page).click()
  await page.goto('/login')
  await logIn(page, admin)
  await expect(page).toHaveURL('/')
  // A list that updates itself needs no Retry.
  await withoutStream(page)
  const table = main(page).getByRole('table')
  await openInVain('/dashboard/users', '**/api/user?*', 'the users')
  await expect(table).toBeVisible()
  await openInVain('/managetools', '**/api/tool?*', 'the products')
  await expect(table).toBeVisible()
  await openInVain('/dashboard/quotes', '**/api/quote?*', 'the quote requests')
  await openInVain('/dashboard/audit', '**/api/audit?*', 'the audit log')
  await expect(table.or(page.getByText('No quote requests yet'))).toBeVisible()
  await openInVain('/dashboard/mails', '**/api/mails?*', 'the mail')
  await expect(table).toBeVisible()
})

test('a review that fails to be added says so and keeps what was typed', async ({ page, problems }) => {
  problems.expect(/status of 500/)
  const { name } = await signUp(page)
  await page.goto('/dashboard/addreview')
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await page.getByLabel('Name').fill('Nusrat')
  await page.getByLabel('Description').fill('Quiet.')
  await page.getByLabel('5 of 5').check({ force: true })
  await page.route('**/api/addreview', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.getByRole('button', { name: 'Send review' }).click()
  await expect(main(page).getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Quiet.')
})

test('an error of the login stands in red', async ({ page, problems }) => {
  problems.expect(/status of 401/)
  await page.goto('/login')
  await logIn(page, newAccount())
  const error = page.getByText(refusals.wrongPassword)
  await expect(error).toBeVisible()
  const red = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--err'))
  // A hue of about 27 degrees is red (CSS Color 4, oklch).
  expect(red).toMatch(/^oklch\(52% 0?\.19 27(deg)?\)$/)
  await expect(error).toHaveCSS('color', /^oklch\(0?\.52 0?\.19 27\)$/)
})

test('an order: its total, its two toasts for 5 seconds at the top right, its payment', async ({ page, problems }) => {
  test.slow()
  problems.expect(/status of (500|402)/)
  await signUp(page)
  await openFirstProduct(page)
  const order = page.getByRole('button', { name: 'Order Now' })

  await test.step('the total is the quantity times the price', async () => {
    const quantity = page.getByLabel('Quantity')
    await expect(order).toBeEnabled()
    const minimum = Number(await quantity.inputValue())
    const price = main(page).getByText(/^\d+ × \$[\d.,]+$/)
    for (const count of [minimum, minimum + 1]) {
      await quantity.fill(String(count))
      const [, each = ''] = /× \$(.*)$/.exec(await price.innerText()) ?? []
      const total = (count * Math.round(Number(each.replace(',', '')) * 100)) / 100
      await expect(price).toHaveText(new RegExp(`^${count} ×`))
      await expect(
        main(page).getByText(`$${total.toLocaleString('en-US', { minimumFractionDigits: 2 })}`),
      ).toBeVisible()
    }
  })

  await test.step('name and e-mail cannot be edited, address and phone are required', async () => {
    await expect(main(page).getByRole('textbox')).toHaveCount(2)
    await order.click()
    await expect(page.getByText(messages.addressRequired)).toBeVisible()
    await expect(page.getByText(messages.phoneRequired)).toBeVisible()
    await page.getByLabel('Delivery address').fill('Plot 7, Road 3, Dhaka 1208')
    await page.getByLabel('Phone').fill('+880 1711 000000')
  })

  await test.step('an order that fails shows the error toast', async () => {
    await page.route('**/api/order', (route) => route.fulfill({ status: 500, body: 'no' }))
    await order.click()
    await expect(toast(page, 'something has worng plase try again')).toBeVisible()
    await page.unroute('**/api/order')
  })

  const secret = Promise.withResolvers<void>()
  let asked: unknown
  await page.route('**/api/create-payment-intent', async (route) => {
    asked = route.request().postDataJSON()
    await secret.promise
    await route.continue()
  })

  await test.step('an order that succeeds shows its toast for 5 seconds at the top right', async () => {
    await order.click()
    const placed = toast(page, 'Order Pleaced')
    await expect(placed).toBeVisible()
    const since = Date.now()
    const box = await placed.boundingBox()
    const { width = 0 } = page.viewportSize() ?? {}
    expect(box?.y).toBeLessThan(150)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 100)
    await expect(placed).toBeHidden()
    expect(Date.now() - since).toBeGreaterThan(4000)
    expect(Date.now() - since).toBeLessThan(8000)
  })

  await test.step('Pay is disabled until the payment secret has come, which is asked for with the price of the order', async () => {
    await expect(payButton(page)).toBeDisabled()
    secret.resolve()
    await expect(payButton(page)).toBeEnabled()
    const amount = /\$([\d.,]+)/.exec(await payButton(page).innerText())?.[1]?.replace(',', '')
    expect(asked).toMatchObject({ price: Number(amount) })
  })

  await test.step('an error of the card stands under the form', async () => {
    await page.getByLabel('Card number').fill('4000000000000002')
    await page.getByLabel('Expiry').fill('12 / 34')
    await page.getByLabel('CVC').fill('123')
    await payButton(page).click()
    const error = page.getByText('Your card was declined.')
    await expect(error).toBeVisible()
    const [button, text] = [await payButton(page).boundingBox(), await error.boundingBox()]
    expect(text?.y).toBeGreaterThan(button?.y ?? Infinity)
  })

  await test.step('a paid order says paid', async () => {
    await page.getByLabel('Card number').fill('4242424242424242')
    await payButton(page).click()
    await expect(paidTitle(page)).toBeVisible()
    await expectOrderPaid(page)
  })
})
