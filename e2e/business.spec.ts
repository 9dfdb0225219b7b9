import type { Locator, Page } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { leastQuantity } from '#features/catalogue/rules.ts'
import { newAccount, signUp, type Account } from './accounts.ts'
import { addProduct, expectAccessibleInBothThemes, otherStaff, removeProducts, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { press, tabTo, write } from './keys.ts'
import { bearerOf, listedTools, main, title, toast } from './locators.ts'
import { mailedLink } from './outbox.ts'
import { payButton, paidTitle } from './purchase.ts'
import { count, paste, pieces, row, rows } from './quick-order.ts'

const { step } = test

/** How a buyer uses a page: with the pointer, or with the keyboard alone. */
type Hand = {
  press(page: Page, target: Locator): Promise<void>
  write(page: Page, box: Locator, text: string): Promise<void>
  /** Chooses the second of two choices, which is not chosen yet. */
  chooseSecond(page: Page, choices: Locator): Promise<void>
}
const pointer: Hand = {
  press: (_page, target) => target.click(),
  write: (_page, box, text) => box.fill(text),
  chooseSecond: (_page, choices) => choices.nth(1).check(),
}
const keyboard: Hand = {
  press,
  write,
  async chooseSecond(page, choices) {
    await tabTo(page, choices.first())
    await page.keyboard.press('ArrowDown')
    await expect(choices.nth(1)).toBeChecked()
  },
}

type Journey = { page: Page; staff: Page; buyer: Account; outbox: string; hand: Hand; products: Products }
/** Products of this test, which staff change in its course. */
type Products = { cheaperByFifty: string; goneLater: string; onAccount: string }

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const history = (page: Page) => main(page).getByRole('region', { name: 'What happened' })
const inOrder = (page: Page) => main(page).getByRole('list', { name: 'Products in your order' }).getByRole('listitem')

const journeys = [
  {
    what: 'orders from a list, and orders again',
    go: (journey: Journey) => buysByList(journey).then(() => buysAgain(journey)),
  },
  { what: 'orders on account up to the limit', go: buysOnAccount },
  { what: 'turns a quote into an order', go: buysByQuote },
]

for (const { how, hand, width } of [
  { how: 'with the pointer at 1280 px', hand: pointer, width: 1280 },
  { how: 'by keyboard alone at 390 px', hand: keyboard, width: 390 },
]) {
  for (const { what, go } of journeys) {
    test(`a business buyer ${what}, ${how}`, async ({ page, browser, baseURL, shop: { outbox }, problems }) => {
      // The keyboard moves through a long list one line at a time.
      test.slow()
      problems.expect(/status of 422/)
      const staff = await otherStaff(browser, baseURL, '/dashboard/quotes')
      const products = {
        cheaperByFifty: await addProduct(staff, 'BJ-1 With breaks', 20, [{ from: 50, price: 18 }]),
        goneLater: await addProduct(staff, 'BJ-2 Gone later', 30),
        onAccount: await addProduct(staff, 'BJ-3 On account', 100),
      }
      await page.setViewportSize({ width, height: 844 })
      const buyer = await signUp(page, newAccount('Nusrat Jahan'))

      await go({ page, staff, buyer, outbox, hand, products })

      await removeProducts(staff, ...Object.values(products))
      await staff.context().close()
    })
  }
}

async function fillInDelivery({ page, hand }: Journey): Promise<void> {
  await hand.write(page, field(page, 'Delivery address'), 'Plot 7, Road 3, Dhaka 1208')
  await hand.write(page, field(page, 'Phone'), '+880 1711 000000')
}

async function paysByCard({ page, hand }: Journey): Promise<void> {
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await hand.write(page, page.getByLabel('Card number'), '4242424242424242')
  await hand.write(page, page.getByLabel('Expiry'), '12 / 34')
  await hand.write(page, page.getByLabel('CVC'), '123')
  await hand.press(page, payButton(page))
  await expect(paidTitle(page)).toBeVisible()
}

/** Rows for sample products with stock for twice their smallest order, except those used for the faulty rows. */
async function goodRows(page: Page, most: number): Promise<string[]> {
  const faulty = new Set(['WW-CS-005G', 'WW-CL-006T', 'WW-CL-004T', 'WW-FN-140S', 'WW-FN-120L'])
  const tools = await listedTools(page)
  const good = tools.flatMap((tool) => {
    const least = leastQuantity({ minimum: tool.minimum_order_quantity, increment: tool.order_increment })
    const isSample = tool.part_number.startsWith('WW-') && !faulty.has(tool.part_number)
    return isSample && tool.available_quantity >= least * 2 ? `${tool.part_number}\t${least}` : []
  })
  expect(good.length).toBeGreaterThanOrEqual(most)
  return good.slice(0, most)
}

async function buysByList(journey: Journey): Promise<void> {
  const { page, hand } = journey
  await step('thirty rows are pasted, and six are not ready, each with its reason', async () => {
    const own = ['BJ-1 With breaks\t60', 'BJ-2 Gone later\t10']
    const faults = ['AF-140\t100', 'WW-CS-O05G\t20', 'WW-CL-006T\t3', 'ww cl 004t\t', 'LA-180 Laptop Brick\t20']
    const repeated = ['WW-FN-120L\t100', ...(await goodRows(page, 21)), 'AF-120 Case Fan\t100']
    await page.goto('/dashboard/quick-order')
    await expect(title(page)).toHaveText('Quick order')
    await hand.write(page, paste(page), ['Part number\tQty', '', ...own, ...repeated, ...faults].join('\n'))
    await hand.press(page, button(page, 'Check the list'))
    await expect(count(page)).toHaveText('24 of 30 rows ready')
    await expectAccessibleInBothThemes(page)
  })

  await step('a quantity that reaches a price break gets its price', async () => {
    await expect(row(page, 'BJ-1 With breaks')).toContainText('$18.00 each')
    await expect(row(page, 'BJ-1 With breaks')).toContainText('$1,080.00')
  })

  await step('choices are asked for, one button fixes the rest, and a reload loses nothing', async () => {
    await hand.press(page, button(page, /^AF-140 Silent Fan WW-FN-140S: use it/))
    await hand.press(page, button(page, /^TC-5 Glass Tower WW-CS-005G: use it/))
    await hand.press(page, button(page, 'Fix 3 at once'))
    await expect(count(page)).toHaveText('28 of 29 rows ready')
    await page.reload()
    await expect(count(page)).toHaveText('28 of 29 rows ready')
    await expect(pieces(page, 'AF-120 Case Fan').first()).toHaveValue('200')
    await expect(pieces(page, 'CT-6 Tower Cooler')).toHaveValue('20')
    await hand.press(page, button(page, /^To fix/))
    await expect(row(page, 'LA-180 Laptop Brick')).toContainText('None are available now.')
    await hand.press(page, button(page, 'Remove: LA-180 Laptop Brick'))
    await expect(count(page)).toHaveText('28 of 28 rows ready')
  })

  await step('all rows go into the order', async () => {
    await hand.press(page, button(page, 'Add 28 rows to order'))
    await expect(toast(page, 'Added: 28 products.')).toBeVisible()
    await expect(count(page)).toBeHidden()
    await hand.press(page, toast(page, 'Added').getByRole('link', { name: 'See your order' }))
    await expect(title(page)).toHaveText('Your order')
    await expect(inOrder(page)).toHaveCount(28)
    await expect(main(page).getByRole('group', { name: 'BJ-1 With breaks' })).toContainText('$1,080.00')
    await expectAccessibleInBothThemes(page)
  })

  await step('they become one order under the buyer’s own number, paid by card', async () => {
    await fillInDelivery(journey)
    await hand.write(page, field(page, 'Your order number'), 'PO-2026-17')
    await hand.press(page, button(page, 'Place order'))
    await expect(main(page).getByText('PO-2026-17')).toBeVisible()
    await paysByCard(journey)
    await hand.press(page, main(page).getByRole('link', { name: 'Receipt' }))
    const receipt = main(page).getByRole('article', { name: /^Receipt/ })
    await expect(receipt).toContainText('Your order number: PO-2026-17')
    await expect(receipt).toContainText('$1,080.00')
  })
}

async function buysAgain({ page, staff, hand, products }: Journey): Promise<void> {
  await step('ordering again lists the two changed products first, with the price paid', async () => {
    const headers = await bearerOf(staff)
    const dearer = { version: 1, price: 22.5, price_breaks: [] }
    await staff.request.patch(`/api/tool/${products.cheaperByFifty}`, { headers, data: dearer })
    await removeProducts(staff, products.goneLater)
    await page.goto('/dashboard/myorders')
    await hand.press(page, main(page).getByRole('link', { name: /^WW-/ }))
    // The list has a link of that name too, which the keyboard would reach before the order is shown.
    await expect(title(page)).toHaveText(/^WW-/)
    await hand.press(page, main(page).getByRole('link', { name: 'Order again' }))
    await expect(title(page)).toHaveText('Quick order')
    await expect(main(page).getByText('1 price changed since your order')).toBeVisible()
    await expect(rows(page).nth(0)).toContainText('BJ-2 Gone later')
    await expect(rows(page).nth(0)).toContainText('No longer sold.')
    await expect(rows(page).nth(1)).toContainText('$22.50 each, was $18.00')
    await expect(count(page)).toHaveText('27 of 28 rows ready')
    await expectAccessibleInBothThemes(page)
  })
}

async function buysOnAccount(journey: Journey): Promise<void> {
  const { page, staff, hand, buyer, products } = journey
  const fillIn = async (quantity: string) => {
    await page.goto(`/tool/${products.onAccount}`)
    await expect(main(page).getByRole('radio')).toHaveCount(2)
    await hand.write(page, field(page, 'Quantity'), quantity)
    await fillInDelivery(journey)
    await hand.chooseSecond(page, main(page).getByRole('radio'))
  }
  const order = () => hand.press(page, button(page, 'Order Now'))

  await step('an order on account uses part of the limit', async () => {
    const data = { netDays: 30, creditLimit: 500 }
    await staff.request.put(`/api/user/${buyer.email}/terms`, { headers: await bearerOf(staff), data })
    await fillIn('3')
    await expect(main(page).getByText('You have $500.00 left of your credit limit.')).toBeVisible()
    await order()
    await expect(page).toHaveURL(/\/dashboard\/orders\//)
    await expect(main(page)).toContainText('$300.00 open, to be paid by')
  })

  await step('an order past the limit is refused with what is left, and nothing typed is lost', async () => {
    await fillIn('4')
    await expect(main(page).getByText('more than the $200.00 left of your credit limit')).toBeVisible()
    await order()
    await expect(main(page).getByText('your credit limit leaves $200.00. Order less')).toBeVisible()
    await expect(field(page, 'Phone')).toHaveValue('+880 1711 000000')
    await hand.write(page, field(page, 'Quantity'), '2')
    await order()
    await expect(page).toHaveURL(/\/dashboard\/orders\//)
    await expect(main(page)).toContainText('$200.00 open, to be paid by')
  })
}

async function buysByQuote(journey: Journey): Promise<void> {
  const { page, staff, hand, buyer, outbox, products } = journey
  const offered = (reader: Page) => main(reader).getByRole('table', { name: 'What we offer' })

  /** Opens a link as from a mail, not as a change of hash on the page that is already open. */
  const openMailed = async (subject: string) => {
    await page.goto('about:blank')
    await page.goto(await mailedLink(outbox, buyer.email, subject))
  }

  await step('the buyer asks for a quote from the cart', async () => {
    await page.goto(`/tool/${products.cheaperByFifty}`)
    await hand.press(page, button(page, /^Add to order/))
    await expect(toast(page, 'Added')).toBeVisible()
    await page.goto('/dashboard/cart')
    await hand.press(page, button(page, 'Ask for a quote'))
    await hand.write(page, dialog(page).getByLabel('Note'), 'Before Eid, please.')
    await hand.press(page, dialog(page).getByRole('button', { name: 'Ask', exact: true }))
    await expect(dialog(page).getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessibleInBothThemes(page)
    await hand.write(page, dialog(page).getByLabel('Phone'), '+880 1711 000000')
    await hand.press(page, dialog(page).getByRole('button', { name: 'Ask', exact: true }))
    await expect(title(page)).toHaveText(/^Quote WQ-\d{4}-\d{6}$/)
    await expect(history(page)).toContainText('Before Eid, please.')
  })

  await step('staff find it and offer another price', async () => {
    await staff.goto('/dashboard/quotes')
    await main(staff).getByRole('link', { name: buyer.name }).first().click()
    const product = main(staff).getByRole('list', { name: 'Products in the offer' }).getByRole('listitem')
    await product.getByLabel('Pieces').fill('120')
    await product.getByLabel('Each, USD').fill('0')
    await button(staff, 'Send the offer').click()
    await expect(product).toContainText(messages.priceInvalid)
    await product.getByLabel('Each, USD').fill('17.5')
    await field(staff, 'Message to the buyer').fill('For so many.')
    await expectAccessibleInBothThemes(staff)
    await button(staff, 'Send the offer').click()
    await expect(toast(staff, 'The offer was sent')).toBeVisible()
  })

  await step('the buyer opens it from the mail, asks a question and is answered by mail', async () => {
    await openMailed('Your quote')
    await expect(offered(page)).toContainText('$2,100.00')
    await expect(main(page)).toContainText('For so many.')
    await hand.write(page, field(page, 'Write to us'), 'In black?')
    await hand.press(page, button(page, 'Send message'))
    await expect(history(page)).toContainText('In black?')
    await field(staff, 'Write to the buyer').fill('Yes, in black.')
    await button(staff, 'Send message').click()
    await expect(history(staff)).toContainText('In black?')
    await openMailed('About your quote')
    await expect(history(page)).toContainText('Yes, in black.')
    await expectAccessibleInBothThemes(page)
  })

  await step('accepting it makes an order at that price, paid by card', async () => {
    await hand.press(page, button(page, 'Accept and order'))
    await expect(field(page, 'Delivery address')).toHaveAttribute('aria-invalid', 'true')
    await fillInDelivery(journey)
    await hand.write(page, field(page, 'Your order number'), 'PO-2026-19')
    await hand.press(page, button(page, 'Accept and order'))
    await expect(main(page)).toContainText('$2,100.00')
    await paysByCard(journey)
    await page.goto('/dashboard/quotes')
    await expect(main(page).getByRole('row').filter({ hasText: 'BJ-1 With breaks' })).toContainText('Accepted')
  })
}
