import type { Browser, Locator, Page } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { admin, newAccount, openAs, signUp } from './accounts.ts'
import { paidOrder } from './calls.ts'
import { expect, expectAccessible, test as base } from './fixtures.ts'
import { runShopOnFreePort, type RunningShop } from './shop.ts'
import { bearerOf, main } from './locators.ts'

/** A test with its own shop and its own settings. */
export const testInShop = (settings: Record<string, string>) =>
  base.extend<object, { shop: RunningShop }>({
    shop: [
      async ({}, use) => {
        const shop = await runShopOnFreePort(settings)
        await use(shop)
        await shop.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: ({ shop }, use) => use(shop.origin),
    // So that axe sees dialogs and toasts in their final state, not half faded in.
    contextOptions: { reducedMotion: 'reduce' },
  })

/** With its own shop: the admin tests delete products and remove users. */
export const test = testInShop({})

export const row = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name })
export const columnHead = (page: Page, name: string) => page.getByRole('columnheader', { name })
export const dialog = (page: Page) => page.getByRole('alertdialog', { name: messages.confirmDelete })

export const openAsAdmin = (page: Page, path: string): Promise<void> => openAs(page, admin, path)

/** Adds a product for one test, without a part number, as the staff signed in on that page. @returns its id. */
export async function addProduct(
  staff: Page,
  name: string,
  price: number,
  price_breaks: { from: number; price: number }[] = [],
): Promise<string> {
  const headers = await bearerOf(staff)
  const words = { name, description: 'For a test of its own.', img: '/products/gn65-640.webp' }
  const data = { ...words, price, price_breaks, available_quantity: 900 }
  const { _id }: { _id: string } = await (await staff.request.post('/api/tool', { headers, data })).json()
  return _id
}

/** Deletes what `addProduct` added. */
export async function removeProducts(staff: Page, ...ids: readonly string[]): Promise<void> {
  const headers = await bearerOf(staff)
  for (const id of ids) await staff.request.delete(`/api/tool/${id}`, { headers })
}

type Offered = {
  page: Page
  /** The credentials of the asker; without them nobody is signed in. */
  headers?: Record<string, string>
  staff: Page
  asker: { name: string; email: string }
  toolId: string
  quantity: number
  unitPrice: number
}

/** Requests a quote on one page and makes the offer on that of staff, both through the API. @returns the quote's id. */
export async function askAndOffer({
  page,
  headers,
  staff,
  asker,
  toolId,
  quantity,
  unitPrice,
}: Offered): Promise<string> {
  const { name, email } = asker
  const data = { name, email, phone: '+880 1711 000000', lines: [{ toolId, quantity }] }
  const asked = await page.request.post('/api/quote', { headers, data })
  const { _id }: { _id: string } = await asked.json()
  await makeOffer(staff, _id, { toolId, quantity, unitPrice })
  return _id
}

/** Makes an offer for a quote as staff, valid for nine days: a newer one replaces the one before. */
export async function makeOffer(
  staff: Page,
  quoteId: string,
  line: Pick<Offered, 'toolId' | 'quantity' | 'unitPrice'>,
): Promise<void> {
  const validUntil = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
  const offered = await staff.request.post(`/api/quote/${quoteId}/offer`, {
    headers: await bearerOf(staff),
    data: { lines: [line], validUntil },
  })
  expect(offered.status()).toBe(204)
}

/** A page in a separate browser context, for another person at the same time. */
export async function otherVisitor(browser: Browser, origin: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  return context.newPage()
}

/** A page of staff in a separate browser context. */
export async function otherStaff(browser: Browser, origin: string | undefined, path: string): Promise<Page> {
  const staff = await otherVisitor(browser, origin)
  await openAsAdmin(staff, path)
  return staff
}

/** Has another visitor buy something, and opens their order as staff. @returns the order's id. */
export async function openPaidOrder(page: Page, browser: Browser, origin: string | undefined): Promise<string> {
  const buyer = await otherVisitor(browser, origin)
  await signUp(buyer, newAccount('Buyer of parcels'))
  const orderId = await paidOrder(buyer)
  await openAsAdmin(page, `/dashboard/orders/${orderId}`)
  return orderId
}

export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'colours')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
}

export async function search(page: Page, words: string): Promise<void> {
  const box = main(page).getByRole('searchbox')
  await box.fill(words)
  await box.press('Enter')
}

/** Found by the beginning of its label: the label of the price ends with the currency. */
const field = (page: Page, label: string) => main(page).getByLabel(new RegExp(`^${label}`))

export async function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value)
}

export async function expectFields(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await expect(field(page, label), label).toHaveValue(value)
}

export async function pressIn(container: Page | Locator, button: string | RegExp): Promise<void> {
  await container.getByRole('button', { name: button }).click()
}
