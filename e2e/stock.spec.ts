import type { Page } from '@playwright/test'
import { newAccount, signUp } from './accounts.ts'
import {
  expectAccessibleInBothThemes,
  openAsAdmin,
  otherVisitor,
  pressIn,
  row,
  search,
  test,
} from './administration.ts'
import { expect } from './fixtures.ts'
import { main, reloadUntilVisible, title, toast } from './locators.ts'

const { step } = test
const product = 'DA-60 12 V Adapter'

const form = (page: Page, name: string) => main(page).getByRole('region', { name })
const newest = (page: Page) => main(page).getByRole('table', { name: 'Movements' }).getByRole('row').nth(1)

test('staff enter deliveries and stock counts, and buyers who asked to be told get a message', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAsAdmin(page, '/managetools')
  await search(page, product)
  await row(page, product)
    .getByRole('link', { name: `Stock of ${product}` })
    .click()
  await expect(title(page)).toHaveText(`Stock of ${product}`)

  await step('a count in any digits sets the stock, and setting it to 0 asks first', async () => {
    await form(page, 'Stock was counted').getByLabel('Counted').fill('০')
    await form(page, 'Stock was counted').getByLabel('Note').fill('Water damage')
    const before = await newest(page).textContent()
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await pressIn(form(page, 'Stock was counted'), 'Set the stock')
    await expect(dialog).toContainText(`${product} will be out of stock`)
    await expectAccessibleInBothThemes(page)
    await pressIn(dialog, 'Keep it')
    await expect(form(page, 'Stock was counted').getByRole('button')).toBeFocused()
    await page.reload()
    await expect(newest(page)).toHaveText(before ?? '')
    await form(page, 'Stock was counted').getByLabel('Counted').fill('০')
    await form(page, 'Stock was counted').getByLabel('Note').fill('Water damage')
    await pressIn(form(page, 'Stock was counted'), 'Set the stock')
    await pressIn(dialog, 'Set to 0')
    await expect(toast(page, 'There are now 0 pieces in stock.')).toBeVisible()
    await expect(newest(page)).toContainText('Stock corrected')
    await expect(newest(page)).toContainText('Water damage')
    await expect(newest(page).getByRole('cell').last()).toHaveText('0')
  })

  const shown = new URL(page.url()).pathname.split('/')[2]
  const buyer = await otherVisitor(browser, baseURL)
  const account = newAccount('Nusrat Jahan')
  await step('a buyer asks to be told, and can cancel that', async () => {
    await signUp(buyer, account)
    await buyer.goto(`/tool/${shown}`)
    await pressIn(main(buyer), 'Tell me when it is back')
    await expect(main(buyer).getByText(/^We’ll e-mail .* once/)).toBeVisible()
    await expectAccessibleInBothThemes(buyer)
    await pressIn(main(buyer), 'Do not tell me')
    await expect(main(buyer).getByRole('button', { name: 'Tell me when it is back' })).toBeEnabled()
    await pressIn(main(buyer), 'Tell me when it is back')
    await buyer.reload()
    await expect(main(buyer).getByRole('button', { name: 'Do not tell me' })).toBeVisible()
  })

  await step('an empty quantity is refused at its field', async () => {
    await pressIn(form(page, 'Goods came in'), 'Add to stock')
    await expect(form(page, 'Goods came in').getByText('Must be a whole number')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await step('received goods are added, and the same quantity again is another delivery', async () => {
    for (const [now, name] of [
      [300, 'Delivery 1'],
      [600, 'Delivery 2'],
    ] as const) {
      await form(page, 'Goods came in').getByLabel('Received').fill('300')
      await form(page, 'Goods came in').getByLabel('Note').fill(name)
      await page.keyboard.press('Enter')
      await expect(newest(page)).toContainText(name)
      await expect(newest(page)).toContainText('+300')
      await expect(newest(page).getByRole('cell').last()).toHaveText(String(now))
    }
  })

  await step('the buyer gets a mail, returns to the page and orders', async () => {
    await page.goto('/dashboard/mails')
    await reloadUntilVisible(page, row(page, `${product} is back in stock`).filter({ hasText: account.email }))
    await buyer.evaluate(() => dispatchEvent(new Event('focus')))
    await buyer.getByLabel('Delivery address').fill('Plot 7, Road 3, Dhaka 1208')
    await buyer.getByLabel('Phone').fill('+880 1711 000000')
    await buyer.getByRole('button', { name: 'Order Now' }).click()
    await expect(buyer).toHaveURL(/\/dashboard\/payment\//)
  })

  await step('the order is listed as a movement that links to it', async () => {
    await page.goto(`/managetools/${shown}/stock`)
    await expect(newest(page)).toContainText('Ordered')
    await newest(page).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/dashboard\/orders\//)
  })
})
