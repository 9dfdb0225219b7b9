import type { Page, Request } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { Order } from '#features/orders/schema.ts'
import { row } from './administration.ts'
import { logIn, signUp } from './accounts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openFirstProduct, paidTitle, payButton, payWith, placeOrder } from './purchase.ts'
import { loseAnswer, paidOrder } from './calls.ts'
import { expectDownThePage, bearerOf, keptToken, main, signOutButton, title } from './locators.ts'

// So that axe sees toasts in their final state, not half faded.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const quantity = (page: Page) => page.getByLabel('Quantity')
const address = (page: Page) => page.getByLabel('Delivery address')
const phone = (page: Page) => page.getByLabel('Phone')
const orderNow = (page: Page) => page.getByRole('button', { name: 'Order Now' })
const isOrder = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/order')

async function fillIn(page: Page): Promise<void> {
  await quantity(page).fill('150')
  await address(page).fill('House 9, Road 4\nMirpur')
  await phone(page).fill('+880 1711 222333')
}

async function expectFilledIn(page: Page): Promise<void> {
  await expect(quantity(page)).toHaveValue('150')
  await expect(address(page)).toHaveValue('House 9, Road 4\nMirpur')
  await expect(phone(page)).toHaveValue('+880 1711 222333')
}

/** Simulates that the reader comes back to the page from another one. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

/** The orders of whoever is signed in, through the API. */
async function ordersOf(page: Page, email: string): Promise<Order[]> {
  const headers = await bearerOf(page)
  const answer = await page.request.get('/api/order', { headers, params: { email } })
  return Order.array().parse(await answer.json())
}

/** Waits for the page's requests first: those in flight when a session ends are refused, which the browser complains of. */
async function signOut(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await signOutButton(page).click()
  await expect(page).toHaveURL(/\/login|\/$/)
}

test('a reload keeps what was typed for this product and account only, until it is ordered', async ({ page }) => {
  const account = await signUp(page)
  await page.getByRole('link', { name: 'Purchase AF-120 Case Fan' }).click()
  await fillIn(page)
  const product = page.url()
  await page.reload()
  await expectFilledIn(page)

  await page.goto('/tools')
  await page.getByRole('link', { name: 'Purchase WX-850 Modular ATX' }).click()
  await expect(orderNow(page)).toBeEnabled()
  await expect(address(page)).toHaveValue('')

  await signOut(page)
  await signUp(page)
  await page.goto(product)
  await expect(orderNow(page)).toBeEnabled()
  await expect(address(page)).toHaveValue('')
  await signOut(page)

  await page.goto(`/login?from=${new URL(product).pathname}`)
  await logIn(page, account)
  await expect(page).toHaveURL(product)
  await fillIn(page)
  await orderNow(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await page.goto(product)
  await expect(orderNow(page)).toBeEnabled()
  await expect(address(page)).toHaveValue('')
})

test('an order is sent with a total and a key, and sent again it is the same order', async ({ page, problems }) => {
  problems.expect(/ERR_CONNECTION_FAILED|ERR_FAILED/)
  const { email } = await signUp(page)
  await page.getByRole('link', { name: 'Purchase AF-120 Case Fan' }).click()
  await fillIn(page)
  // The first answer gets lost: the order is placed, but its buyer does not know.
  await loseAnswer(page, '**/api/order')
  const sent: Request[] = []
  page.on('request', (request) => {
    if (isOrder(request)) sent.push(request)
  })
  await orderNow(page).click()
  await expect(page.getByText(messages.offline)).toBeVisible()
  await expectFilledIn(page)
  // At the lower end of the form the product is still in view.
  await expect(main(page).getByAltText('AF-120 Case Fan')).toBeInViewport({ ratio: 1 })
  await orderNow(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)

  const orders = await ordersOf(page, email)
  expect(orders).toMatchObject([{ orderQuantity: 150, address: 'House 9, Road 4\nMirpur', phone: '+880 1711 222333' }])
  const [first, second] = sent
  expect(first?.postDataJSON()).toMatchObject({ orderQuantity: 150, totalAmount: orders[0]?.totalAmount })
  expect(first?.headers()['idempotency-key']).toMatch(/\S{8}/)
  expect(second?.headers()['idempotency-key']).toBe(first?.headers()['idempotency-key'])
})

test('Order again is offered for ended and paid orders, and fills in the quantity and address', async ({ page }) => {
  const account = await signUp(page)
  const { email } = account
  await paidOrder(page)
  await page.getByRole('link', { name: 'Purchase AF-120 Case Fan' }).click()
  await fillIn(page)
  await orderNow(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  const [unpaid, paid] = await ordersOf(page, email)

  await page.goto('/dashboard')
  const again = (order: Order | undefined) => row(page, order?.number ?? '').getByRole('link', { name: /^Order again/ })
  await expect(again(paid)).toBeVisible()
  await expect(again(unpaid)).toBeHidden()
  await expect(row(page, paid?.number ?? '').getByRole('link', { name: 'Payment', exact: true })).toBeHidden()
  await expect(row(page, unpaid?.number ?? '').getByRole('link', { name: 'Payment', exact: true })).toBeVisible()

  await row(page, unpaid?.number ?? '')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(row(page, unpaid?.number ?? '').getByText('Cancelled', { exact: true })).toBeVisible()
  expect((await ordersOf(page, email))[0]).toMatchObject({ state: 'cancelled' })
  await expectAccessible(page)

  await again(unpaid).click()
  await expect(title(page)).toHaveText('AF-120 Case Fan')
  await expectFilledIn(page)
  await address(page).fill('Another address')
  await page.reload()
  await expect(address(page)).toHaveValue('Another address')
  await expect(quantity(page)).toHaveValue('150')

  const { href } = new URL(page.url())
  await signOutButton(page).click()
  await expect(signOutButton(page)).toBeHidden()
  await page.goto('/')
  await page.goto(href)
  await logIn(page, account)
  await expect(page).toHaveURL(href)
  await expectFilledIn(page)
})

test('the receipt shows the product, quantity, price and total, and prints alone on the page', async ({ page }) => {
  const { email } = await signUp(page)
  await page.goto(`/dashboard/receipt/${await paidOrder(page)}`)
  const [order] = await ordersOf(page, email)
  const money = (amount = 0) => amount.toLocaleString('en-US', { style: 'currency', currency: 'usd' })
  const receipt = page.getByRole('article', { name: `Receipt ${order?.number}` })
  const cells = receipt.getByRole('row').last().getByRole('cell')
  await expect(cells).toHaveText([
    RegExp(order?.productName ?? ''),
    String(order?.orderQuantity),
    money(order?.unitPrice ?? 0),
    money(order?.totalAmount),
  ])
  await expect(receipt.getByText('Total paid').locator('..')).toContainText(money(order?.totalAmount))

  await page.emulateMedia({ media: 'print' })
  for (const width of [794, 1123]) {
    await page.setViewportSize({ width, height: 1123 })
    const box = await receipt.boundingBox()
    expect(box, 'on paper the receipt begins at the edge of the sheet').toMatchObject({ x: 0, y: 0, width })
    for (const part of ['banner', 'contentinfo', 'navigation', 'button'] as const) {
      await expect(page.getByRole(part).first()).toBeHidden()
    }
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(receipt, 'on paper in the dark theme').toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(receipt).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

test('a token that the server refuses is renewed, and the page still loads', async ({ page, problems }) => {
  problems.expect(/status of 401/)
  await signUp(page)
  await placeOrder(page)
  const token = (await keptToken(page)) ?? ''
  const [head, claims, signature = ''] = token.split('.')
  const refused = [head, claims, signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`].join(
    '.',
  )
  await page.evaluate((kept) => localStorage.setItem('accessToken', kept), refused)
  await page.goto('/dashboard')
  await expect(main(page).getByRole('link', { name: 'Payment', exact: true })).toBeVisible()
  expect(await keptToken(page)).not.toBe(refused)
})

test('while the bank processes a card, the order cannot be paid again or cancelled, then turns paid by itself', async ({
  page,
  context,
}) => {
  await signUp(page)
  await placeOrder(page)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(main(other).getByRole('link', { name: 'Payment', exact: true })).toBeVisible()
  await payWith(page, '4000000000005001')
  await expect(page.getByRole('heading', { name: 'Payment processing' })).toBeFocused()
  await expect(payButton(page)).toBeHidden()
  // The page with the card form knows earlier than the shop, which learns it from the provider.
  await expect(async () => {
    await comeBack(other)
    await expect(main(other).getByText('Processing')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await expect(main(other).getByRole('link', { name: 'Payment', exact: true })).toBeHidden()
  await expect(main(other).getByRole('button', { name: /^Cancel/ })).toBeHidden()
  await expect(main(other).getByText(messages.paid, { exact: true })).toBeVisible({ timeout: 30_000 })
  await expectAccessible(other)
  await expect(paidTitle(page)).toBeFocused()
})

test('My Orders reloads when the buyer comes back to it', async ({ page, context }) => {
  await signUp(page)
  await placeOrder(page)
  await page.goto('/dashboard')
  const payment = main(page).getByRole('link', { name: 'Payment', exact: true })
  await expect(payment).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: /^Cancel/ }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(main(other).getByText('Cancelled', { exact: true })).toBeVisible()
  await comeBack(page)
  await expect(main(page).getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(payment).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a quantity error is visible next to where it is typed', async ({ page }) => {
    await signUp(page)
    await openFirstProduct(page)
    await expect(orderNow(page)).toBeEnabled()
    await expectAccessible(page)
    // At the very edge above the order bar: without scrolling, the message would be hidden behind it.
    const bar = await page.locator('.order-bar').boundingBox()
    const box = await quantity(page).boundingBox()
    await page.evaluate((by) => scrollBy(0, by), (box?.y ?? 0) + (box?.height ?? 0) - (bar?.y ?? 0) + 2)
    await quantity(page).fill('1')
    const message = page.getByText(messages.quantityOutOfRange)
    await expect(message).toBeVisible()
    const { y = 0, height = 0 } = (await message.boundingBox()) ?? {}
    expect(y + height, 'where the message ends').toBeLessThanOrEqual(bar?.y ?? 0)
  })

  test('the reason that an order was not sent is visible in the order bar', async ({ page, context, problems }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED/)
    await signUp(page)
    await page.getByRole('link', { name: 'Purchase AF-120 Case Fan' }).click()
    await fillIn(page)
    await context.setOffline(true)
    await orderNow(page).click()
    await expect(page.getByText(messages.offline)).toBeInViewport({ ratio: 1 })
    // Nothing covers it, and it leaves room for the form.
    await page.getByText(messages.offline).click({ trial: true })
    await expectAccessible(page)
  })

  test('the order, with address and phone, is above the card form, and the test cards are below it', async ({
    page,
  }) => {
    await signUp(page)
    await placeOrder(page)
    const order = page.getByRole('region', { name: 'Order' })
    await expect(order).toContainText('Plot 7, Road 3, Dhaka 1208')
    await expect(order).toContainText('+880 1711 000000')
    const parts = [
      order,
      page.getByLabel('Card number'),
      payButton(page),
      page.getByRole('region', { name: 'Test cards' }),
    ]
    await expectDownThePage(parts)
    await expectAccessible(page)

    await payWith(page, '4242424242424242')
    await expect(paidTitle(page)).toBeFocused()
    await expectDownThePage([paidTitle(page), order])
  })

  test('a table wider than the screen shows so at its edge and scrolls by keyboard', async ({ page }) => {
    await signUp(page)
    await page.getByRole('link', { name: 'Purchase WX-850 Modular ATX' }).click()
    const table = page.getByRole('region', { name: 'DC output' })
    await table.focus()
    await expect(table).toBeInViewport()
    const shade = () => table.evaluate((element) => getComputedStyle(element).backgroundAttachment)
    expect(await shade()).toContain('local, local, scroll, scroll')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  })
})
