import type { Locator, Page } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { accountPath } from '#web/lib/account-path.ts'
import { newAccount, signUp, type Account } from './accounts.ts'
import { otherStaff, test } from './administration.ts'
import { quotedCart } from './calls.ts'
import { expect } from './fixtures.ts'
import { expectSeen, press, tabTo, type, write } from './keys.ts'
import { bearerOf, main, title, toast } from './locators.ts'
import { paidTitle, payButton } from './purchase.ts'

const { step } = test
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true })

/** Gives an account terms, through the API. */
async function giveTerms(staff: Page, { email }: Account): Promise<void> {
  const data = { netDays: 30, creditLimit: 1_000_000 }
  const headers = await bearerOf(staff)
  const answer = await staff.request.put(`/api/user/${encodeURIComponent(email)}/terms`, { data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
}

async function askForCart(page: Page): Promise<string> {
  await page.goto('/dashboard/cart')
  await press(page, button(main(page), 'Ask for a quote'))
  const dialog = page.getByRole('dialog', { name: 'Ask for a quote' })
  await write(page, dialog.getByLabel('Phone'), '+880 1711 000000')
  await press(page, button(dialog, 'Ask'))
  await expect(title(page)).toHaveText(/^Quote WQ-/)
  await expect(title(page)).toBeFocused()
  return new URL(page.url()).pathname
}

async function offer(staff: Page, quote: string): Promise<void> {
  await staff.goto(quote)
  const prices = main(staff).getByLabel('Each, USD')
  await expect(prices).toHaveCount(2)
  for (const n of [0, 1]) await write(staff, prices.nth(n), '20')
  await press(staff, button(main(staff), 'Send the offer'))
  await expect(toast(staff, 'The offer was sent')).toBeVisible()
  await expect(title(staff)).toBeFocused()
}

async function accept(page: Page, onAccount: boolean): Promise<void> {
  await page.reload()
  await type(page, 'Delivery address', 'Plot 7, Road 3, Dhaka 1208')
  if (onAccount) {
    await tabTo(page, main(page).getByRole('radio', { name: /^By card/ }))
    await page.keyboard.press('ArrowDown')
    await expect(main(page).getByRole('radio', { name: /^On account/ })).toBeChecked()
  }
  await press(page, button(main(page), 'Accept and order'))
  await expect(toast(page, messages.orderPlaced)).toBeVisible()
}

test('by keyboard alone, a quote is asked for, offered, accepted, paid, shipped and refunded', async ({
  page,
  browser,
  baseURL,
}) => {
  const staff = await otherStaff(browser, baseURL, '/dashboard')
  const account = await signUp(page, newAccount('Shirin Sultana'))
  await giveTerms(staff, account)
  await quotedCart(page, account)

  await step('paid by card', async () => {
    const quote = await askForCart(page)
    await offer(staff, quote)
    await accept(page, false)
    await expect(page).toHaveURL(/\/dashboard\/payment\//)
    await expect(title(page)).toBeFocused()
    await type(page, 'Card number', '4242424242424242')
    await type(page, 'Expiry', '12 / 34')
    await type(page, 'CVC', '123')
    await press(page, payButton(page))
    await expect(paidTitle(page)).toBeFocused()
  })

  await step('ordered on account', async () => {
    const quote = await askForCart(page)
    await offer(staff, quote)
    await accept(page, true)
    await expect(page).toHaveURL(/\/dashboard\/orders\//)
    await expect(title(page)).toBeFocused()
  })

  const dialog = staff.getByRole('dialog')
  await step('a parcel', async () => {
    await staff.goto(new URL(page.url()).pathname)
    await press(staff, button(main(staff), 'Ship…'))
    await expect(dialog.getByLabel('Carrier')).toBeFocused()
    await staff.keyboard.type('Own van')
    await write(staff, dialog.getByRole('group', { name: 'In this parcel' }).getByRole('textbox').first(), '1')
    await press(staff, button(dialog, 'Ship'))
    await expect(toast(staff, 'The parcel is on its way')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expectSeen(staff.locator(':focus'))
  })
  await step('a refund of a piece', async () => {
    await press(staff, button(main(staff), 'Refund…'))
    await expect(dialog.getByRole('radio').first()).toBeFocused()
    await staff.keyboard.press('ArrowDown')
    await write(staff, dialog.getByRole('group', { name: 'Pieces' }).getByRole('textbox').first(), '1')
    await type(staff, 'Reason', 'Scratched')
    await staff.keyboard.press('Enter')
    await expect(toast(staff, /is credited to the account$/)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expectSeen(staff.locator(':focus'))
  })
  await step('a payment', async () => {
    await staff.goto(accountPath({ email: account.email }))
    const open = button(main(staff), 'Enter a payment…')
    await press(staff, open)
    await type(staff, 'Amount in USD', '20')
    await type(staff, 'Reference', 'TT-1')
    await tabTo(staff, dialog.getByRole('checkbox').first())
    await staff.keyboard.press('Space')
    await press(staff, button(dialog, 'Enter payment'))
    await expect(toast(staff, 'The payment was entered')).toBeVisible()
    await expect(open).toBeFocused()
  })
})
