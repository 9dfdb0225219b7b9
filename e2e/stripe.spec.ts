import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { signUp } from './accounts.ts'
import { cancelElsewhere } from './calls.ts'
import { expect, test as base } from './fixtures.ts'
import { expectOrderPaid, paidTitle, payButton, placeOrder } from './purchase.ts'
import { startStripeShop, type StripeShop } from './stripe-shop.ts'

// One after the other: they share one shop.
base.describe.configure({ mode: 'default' })

const stub = readFileSync(join(import.meta.dirname, 'stripe-stub.js'), 'utf8')

const test = base.extend<object, { shop: StripeShop }>({
  shop: [
    async ({}, use) => {
      const shop = await startStripeShop()
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.origin),
})

/** Answers for Stripe's two hosts: the script with the stub, the API with the card sandbox. */
async function answerStripe(page: Page, shop: StripeShop): Promise<void> {
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: stub }))
  await page.route('https://api.stripe.com/v1/**', async (route) => {
    const url = route.request().url().replace('https://api.stripe.com/v1', shop.browserSide)
    const response = await route.fetch({ url })
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } })
  })
}

async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Stripe: Card number').fill(card)
  await page.getByLabel('Stripe: Expiry').fill('12 / 34')
  await page.getByLabel('Stripe: CVC').fill('123')
  await payButton(page).click()
}

test("an order is paid through Stripe's own component, after a declined card", async ({ page, shop, problems }) => {
  problems.expect(/status of 402/)
  await answerStripe(page, shop)
  await signUp(page)
  await placeOrder(page)
  await payWith(page, '4000000000000002')
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await payWith(page, '4242424242424242')
  await expect(paidTitle(page)).toBeVisible()
  await expectOrderPaid(page)
})

test("Stripe's refusal of an order that was cancelled meanwhile shows what became of it", async ({
  page,
  shop,
  problems,
}) => {
  problems.expect(/status of 400/)
  await answerStripe(page, shop)
  await signUp(page)
  await placeOrder(page)
  await expect(payButton(page)).toBeEnabled()
  await cancelElsewhere(page)
  await payWith(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: 'This order was cancelled' })).toBeFocused()
  await expect(payButton(page)).toBeHidden()
})

test("Pay stays disabled and says why while Stripe's script is blocked", async ({ page, problems }) => {
  problems.expect(/js\.stripe\.com/)
  await page.route('https://js.stripe.com/**', (route) => route.abort('blockedbyclient'))
  await signUp(page)
  await placeOrder(page)
  await expect(page.getByText('Stripe’s card form could not be loaded', { exact: false })).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
})
