import type { Page } from '@playwright/test'
import { z } from 'zod'
import { messages } from '#content/messages.ts'
import { type NewTool, Tool } from '#features/catalogue/schema.ts'
import { expectAccessibleInBothThemes, openAsAdmin, otherVisitor, test } from './administration.ts'
import { signUp } from './accounts.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { paidOrder } from './calls.ts'
import { cards, bearerOf, keptToken, listedTools, main, title } from './locators.ts'

/** The API calls of an admin who edits the catalogue while others buy. */
async function adminOf(page: Page) {
  await openAsAdmin(page, '/managetools')
  const headers = await bearerOf(page)
  return {
    async add(changes: z.input<typeof NewTool>): Promise<Tool> {
      return Tool.parse(await (await page.request.post('/api/tool', { headers, data: changes })).json())
    },
    async change(tool: Tool, changes: Partial<z.input<typeof NewTool>>): Promise<void> {
      const { version } = Tool.parse(await (await page.request.get(`/api/tool/${tool._id}`)).json())
      const answer = await page.request.patch(`/api/tool/${tool._id}`, { headers, data: { ...changes, version } })
      expect(answer.status()).toBe(200)
    },
    async remove(id: string): Promise<void> {
      expect((await page.request.delete(`/api/tool/${id}`, { headers })).ok()).toBe(true)
    },
  }
}

const newTool = (name: string): z.input<typeof NewTool> => ({
  name,
  description: 'A tool of the test.',
  price: 84.5,
  img: '/products/wx850-1280.webp',
  minimum_order_quantity: 20,
  available_quantity: 1000,
})

test('a price change while the page is open shows the old and the new price and asks for confirmation', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/status of 409/)
  const admin = await adminOf(await otherVisitor(browser, baseURL))
  const tool = await admin.add(newTool('A price that moves'))
  await signUp(page)
  await page.goto(`/tool/${tool._id}`)
  await page.getByLabel('Delivery address').fill('Plot 7, Road 3')
  await page.getByLabel('Phone').fill('+880 1711 000000')
  const orderNow = page.getByRole('button', { name: 'Order Now' })
  const notice = main(page).getByRole('alert').filter({ hasText: 'price changed' })

  await admin.change(tool, { price: 90 })
  await orderNow.click()
  await expect(notice).toContainText('from $84.50 to $90.00')
  // The page shows the new price by now; the notice is still there.
  await expect(main(page).getByText('$90.00', { exact: true })).toBeVisible()
  await expect(notice).toContainText('from $84.50 to $90.00')
  await expect(main(page).getByText('$1,800.00')).toBeVisible()
  await expect(page).toHaveURL(`/tool/${tool._id}`)
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: 'One more' }).click()
  await expect(notice).toBeHidden()
  await expect(main(page).getByText('$1,890.00')).toBeVisible()

  await admin.change(tool, { price: 70 })
  await orderNow.click()
  await expect(notice).toContainText('from $90.00 to $70.00')
  await orderNow.click()
  await expect(page.getByText(messages.orderPlaced)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order' })).toContainText('$1,470.00')
})

test('a product without a specification has no heading for it, and a removed product says it is no longer sold', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/status of 404/)
  const admin = await adminOf(await otherVisitor(browser, baseURL))
  const tool = await admin.add(newTool('Nothing to specify'))
  await signUp(page)
  await page.goto(`/tool/${tool._id}`)
  await expect(title(page)).toHaveText(tool.name)
  await expect(main(page).getByRole('heading', { name: 'Specification' })).toBeHidden()

  await paidOrder(page)
  const [bought] = z.array(z.object({ toolId: z.string() })).parse(await ownOrders(page))
  await admin.remove(bought?.toolId ?? '')
  await page.goto('/dashboard')
  await main(page)
    .getByRole('link', { name: /^Order again/ })
    .click()
  await expect(title(page)).toHaveText(messages.notFoundTitle)
  await expect(main(page)).toContainText('no longer sold')
})

async function ownOrders(page: Page): Promise<unknown> {
  const token = (await keptToken(page)) ?? ''
  const { email } = z.object({ email: z.string() }).parse(JSON.parse(atob(token.split('.')[1] ?? '')))
  const headers = { authorization: `Bearer ${token}` }
  return (await page.request.get('/api/order', { headers, params: { email } })).json()
}

test('beyond 120 tools the rest comes as one scrolls, Show more is there for keyboards, and Retry without a connection', async ({
  page,
  context,
  browser,
  baseURL,
  problems,
}) => {
  test.slow()
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const admin = await adminOf(await otherVisitor(browser, baseURL))
  const before = (await listedTools(page)).length
  const names = Array.from({ length: 130 - before }, (_, index) => `Long list ${index}`)
  for (const name of names) await admin.add(newTool(name))
  const cart = page.waitForResponse('**/api/cart')
  await signUp(page)
  await expect(cards(page)).toHaveCount(120)
  await expect(main(page).getByText('120 of 130 tools')).toBeVisible()
  const more = main(page).getByRole('link', { name: 'Show more' })
  await expect(more).toBeVisible()
  // A document never retries code that failed to load: waits for the last that the header loads by itself, which fetches the cart.
  await cart

  await context.setOffline(true)
  await more.scrollIntoViewIfNeeded()
  const retry = main(page).getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await expect(cards(page)).toHaveCount(120)
  await expectAccessible(page)
  await context.setOffline(false)
  await retry.click()
  await expect(cards(page)).toHaveCount(130)
  await expect(main(page).getByText('130 of 130 tools')).toBeVisible()
  await expect(more).toBeHidden()

  // The list is as long as before when its reader comes back to it.
  await cards(page).last().getByRole('heading').getByRole('link').click()
  await expect(title(page)).not.toHaveText('Tools')
  await page.goBack()
  await expect(cards(page)).toHaveCount(130)
  await expect(cards(page).last()).toBeInViewport()

  // With a key, before any scrolling: the focus moves to what it loads.
  await page.goto('/tools?sort=name')
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(130)
})
