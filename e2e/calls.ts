import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { Cart } from '#features/cart/schema.ts'
import { Order, OrderPlaced } from '#features/orders/schema.ts'
import { PaymentIntentResponse } from '#features/payments/schema.ts'
import { QuoteAdded } from '#features/quotes/schema.ts'
import { pricedEntry } from '#web/lib/cart/view.ts'
import type { Account } from './accounts.ts'
import { bearerOf, toolsInStock } from './locators.ts'

/** Data for pages, created through the API as whoever is signed in: how pages create it has its own tests. */

const delivery = { address: 'Plot 7, Road 3, Dhaka 1208', phone: '+880 1711 000000' }

async function send<T>(page: Page, method: string, path: string, answered: z.ZodType<T>, data: object): Promise<T> {
  const answer = await page.request.fetch(path, { method, data, headers: await bearerOf(page) })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answered.parse(await answer.json())
}

/** What whoever is signed in on that page does elsewhere: the page does not learn of it. */
export const post = (page: Page, path: string, data: object): Promise<unknown> =>
  send(page, 'POST', path, z.unknown(), data)

/** Orders the minimum quantity of the oldest tool in stock, unless `ordered` says otherwise. @returns the order's id. */
export async function placedOrder(page: Page, ordered?: object): Promise<string> {
  const tool = (await toolsInStock(page)).at(-1)
  const least = { toolId: tool?._id, orderQuantity: tool?.minimum_order_quantity }
  return (await send(page, 'POST', '/api/order', OrderPlaced, { ...(ordered ?? least), ...delivery }))._id
}

/** The same, and pays it. @param ordered what to order instead. */
export async function paidOrder(page: Page, ordered?: object): Promise<string> {
  const orderId = await placedOrder(page, ordered)
  const headers = await bearerOf(page)
  const { price } = Order.parse(await (await page.request.get(`/api/order/${orderId}`, { headers })).json())
  const { clientSecret } = await send(page, 'POST', '/api/create-payment-intent', PaymentIntentResponse, {
    orderId,
    price,
  })
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '34', cvc: '123' }
  const confirmation = { client_secret: clientSecret, payment_method_data: { type: 'card', card } }
  const [intent] = clientSecret.split('_secret_')
  const succeeded = z.object({ status: z.literal('succeeded') })
  await send(page, 'POST', `/sandbox/card/payment_intents/${intent}/confirm`, succeeded, confirmation)
  await send(page, 'POST', '/api/payment/return', Order.extend({ paid: z.literal(true) }), { orderId })
  return orderId
}

/** Cancels the order whose payment page is open, which does not learn of it. */
export async function cancelElsewhere(page: Page): Promise<void> {
  const orderId = new URL(page.url()).pathname.split('/').at(-1)
  await send(page, 'POST', `/api/order/${orderId}/cancel`, Order.extend({ state: z.literal('cancelled') }), {})
}

/** Puts the minimum of the two newest tools in stock into the cart, and requests a quote for them. @returns its id. */
export async function quotedCart(page: Page, { name, email }: Account): Promise<string> {
  const chosen = (await toolsInStock(page)).slice(0, 2)
  const lines = chosen.map(({ _id: toolId, minimum_order_quantity: quantity }) => ({ toolId, quantity }))
  const seen = lines.map((line, n) => ({ ...line, seenPrice: chosen[n]?.price }))
  await send(page, 'PUT', '/api/cart', Cart, { version: 0, lines: seen })
  return (await send(page, 'POST', '/api/quote', QuoteAdded, { name, email, phone: delivery.phone, lines }))._id
}

/**
 * Puts four fifths of the stock of `products` tools into the cart: more than one account may hold unpaid, yet still available
 * when others have bought meanwhile. @returns their names.
 */
export async function cartOfTooMany(page: Page, products: number): Promise<string[]> {
  const chosen = (await toolsInStock(page, 3)).slice(0, products)
  const lines = chosen.map((tool) => {
    const { _id: toolId, available_quantity: available, order_increment: step } = tool
    const quantity = Math.floor((0.8 * available) / step) * step
    return pricedEntry(toolId, quantity, tool, 'usd')
  })
  await send(page, 'PUT', '/api/cart', Cart, { version: 0, lines })
  return chosen.map(({ name }) => name)
}

/** Loses the answer to the next call of an address: the shop has done what it asks for, and the page does not know. */
export const loseAnswer = (page: Page, url: string): Promise<unknown> =>
  page.route(
    url,
    async (route) => {
      await route.fetch()
      await route.abort('connectionfailed')
    },
    { times: 1 },
  )
