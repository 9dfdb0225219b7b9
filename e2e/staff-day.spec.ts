import {
  expectAccessibleInBothThemes,
  fillIn,
  openAsAdmin,
  otherVisitor,
  pressIn,
  row,
  search,
  test,
} from './administration.ts'
import { admin, newAccount, signUp } from './accounts.ts'
import { expect } from './fixtures.ts'
import { main, reloadUntilVisible, title, toast } from './locators.ts'
import { paidTitle, payWith, placeOrder } from './purchase.ts'

const { step } = test
/** A card whose refunds fail some time after they were accepted (https://docs.stripe.com/testing#refunds). */
const refundFails = '4000000000005126'
const product = 'LA-90'
const opinion = 'It came on a Monday, which is all there is to say.'

test('staff ship, refund, resend a failed refund, correct stock, hide a review and trace a price change', async ({
  page,
  browser,
  baseURL,
}) => {
  const buyer = await otherVisitor(browser, baseURL)
  const account = await signUp(buyer, newAccount('Day Buyer'))
  await placeOrder(buyer)
  await payWith(buyer, '4242424242424242')
  await expect(paidTitle(buyer)).toBeVisible()
  await openAsAdmin(page, '/dashboard/orders')
  await search(page, account.name)
  await row(page, account.name).getByRole('link').first().click()
  await expect(title(page)).toHaveText(/^WW-/)
  const number = await title(page).innerText()

  await step('the order shows its money and stock', async () => {
    const money = main(page).getByRole('region', { name: 'Money' })
    await expect(money.getByText('Captured')).toBeVisible()
    await expect(main(page).getByRole('region', { name: 'Stock' }).getByText('Taken for this order')).toBeVisible()
  })

  await step('two pieces are refunded, and go back on sale', async () => {
    await main(page).getByRole('button', { name: 'Refund…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    const submit = dialog.getByRole('button', { name: 'Refund' })
    await expect(submit, 'with the sum of all that is left').toHaveAccessibleName(/^Refund \$\d/)
    await dialog.getByLabel('Some of the pieces').check()
    await expect(submit, 'of no piece').toHaveAccessibleName('Refund')
    await dialog.getByRole('group', { name: 'Pieces' }).getByRole('textbox').fill('2')
    await expect(submit).toHaveAccessibleName(/^Refund \$\d/)
    const sum = (await submit.innerText()).replace('Refund ', '')
    await submit.click()
    await expect(dialog.getByText('Enter a reason for the refund')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Scratched on the lid')
    await dialog.getByLabel('The pieces go back on sale').check()
    await expectAccessibleInBothThemes(page)
    await submit.click()
    await expect(toast(page, `${sum} goes back to the card`)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(main(page).getByText('2 refunded')).toBeVisible()
    await expect(main(page).getByText('Scratched on the lid').first()).toBeVisible()
    await expect(main(page).getByRole('region', { name: 'Money' }).getByText('Refund, sent')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await step('the rest is sent, and the buyer sees the refund and the parcel', async () => {
    await main(page).getByRole('button', { name: 'Ship…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ship a parcel' })
    await dialog.getByLabel('Carrier').fill('Pathao')
    await dialog.getByRole('button', { name: 'Ship' }).click()
    await expect(dialog).toBeHidden()
    await expect(main(page).getByText('paid, shipped')).toBeVisible()
    await buyer.goto('/dashboard')
    await expect(main(buyer).getByText(/refunded$/)).toBeVisible()
    await main(buyer).getByRole('link', { name: number, exact: true }).click()
    await expect(main(buyer).getByText('Scratched on the lid')).toBeVisible()
    await expect(main(buyer).getByText('Pathao')).toBeVisible()
    await expect(main(buyer).getByRole('region', { name: 'Money' })).toBeHidden()
    await main(buyer).getByRole('link', { name: 'Receipt' }).click()
    await expect(main(buyer).getByText('Of which refunded to the card')).toBeVisible()
  })

  await step('a failed refund is found and sent again', async () => {
    await buyer.goto('/tools')
    await placeOrder(buyer)
    await payWith(buyer, refundFails)
    await expect(paidTitle(buyer)).toBeVisible()
    await page.goto('/dashboard/orders')
    const state = main(page).getByLabel('State')
    await state.selectOption('Packed, to ship')
    await expect(page).toHaveURL(/\?((?!state=).)*packed=yes((?!state=).)*$/)
    await state.selectOption('Paid, to ship')
    await expect(page).toHaveURL(/\?((?!packed=).)*state=paid((?!packed=).)*$/)
    await expect(state.locator('option:checked')).toHaveText('Paid, to ship')
    await row(page, account.name).getByRole('link').first().click()
    await main(page).getByRole('button', { name: 'Refund…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    await dialog.getByLabel('Reason').fill('Ordered twice')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(dialog).toBeHidden()
    const failed = row(page, await title(page).innerText())
    await page.goto('/dashboard/payments')
    await reloadUntilVisible(page, failed.filter({ hasText: 'Refund failed' }))
    await pressIn(failed, 'Send again: ')
    await pressIn(page.getByRole('alertdialog'), 'Send again')
    await expect(toast(page, 'The refund was sent again')).toBeVisible()
    await expect(failed).toHaveCount(0)
  })

  await step('the order’s mail and its audit entries are listed', async () => {
    await page.goto('/dashboard/mails')
    await expect(main(page).getByText(`Order ${number} is on its way`)).toBeVisible()
    await page.goto('/dashboard/audit')
    await expect(main(page).getByRole('cell').getByText('Parcel shipped').first()).toBeVisible()
    await expect(main(page).getByRole('cell').getByText('Order refunded or credited').first()).toBeVisible()
  })

  await step('a review is hidden, and its author sees that it is gone', async () => {
    await buyer.goto('/dashboard')
    await main(buyer)
      .getByRole('link', { name: /^Review the product of WW-/ })
      .first()
      .click()
    await main(buyer).getByLabel('Name').fill(account.name)
    await main(buyer).getByLabel('Description').fill(opinion)
    await main(buyer).getByRole('radio', { name: /^3/ }).check({ force: true })
    await pressIn(main(buyer), 'Send review')
    await expect(buyer.getByText('Thank you. Your review is now on the home page.')).toBeVisible()
    await page.goto('/review')
    await pressIn(main(page).getByRole('article').filter({ hasText: opinion }), /^Hide the review by/)
    const dialog = page.getByRole('dialog', { name: 'Hide this review?' })
    await dialog.getByLabel('Reason').fill('Says nothing of the product')
    await pressIn(dialog, 'Hide')
    await expect(toast(page, 'The review is hidden')).toBeVisible()
    await buyer.goto('/review')
    await expect(title(buyer)).toBeVisible()
    await expect(main(buyer).getByText(opinion)).toHaveCount(0)
  })

  await step('a count corrects the stock, and the entry says who did it', async () => {
    await page.goto(`/managetools?q=${product}`)
    await main(page)
      .getByRole('link', { name: /^Stock of/ })
      .click()
    await expect(title(page)).toHaveText(/^Stock of/)
    const counted = main(page).getByRole('region', { name: 'Stock was counted' })
    await counted.getByLabel('Counted').fill('4321')
    await counted.getByLabel('Note').fill('Counted on the shelf')
    await pressIn(counted, 'Set the stock')
    await expect(toast(page, 'There are now 4,321 pieces in stock.')).toBeVisible()
    await expect(row(page, 'Counted on the shelf')).toContainText('Admin')
    // The same number twice is two deliveries.
    const received = main(page).getByRole('region', { name: 'Goods came in' })
    for (const now of ['4,326', '4,331']) {
      await received.getByLabel('Received').fill('5')
      await pressIn(received, 'Add to stock')
      await expect(toast(page, `There are now ${now} pieces in stock.`)).toBeVisible()
      await expect(received.getByLabel('Received')).toHaveValue('')
    }
  })

  await step('the history shows who changed a price, and from what', async () => {
    await page.goto(`/managetools?q=${product}`)
    await main(page).getByRole('link', { name: /^Edit/ }).click()
    await fillIn(page, { 'Price, USD': '61.25' })
    await pressIn(main(page), 'Save')
    await expect(toast(page, 'saved')).toBeVisible()
    await page.goto(`/managetools?q=${product}`)
    await main(page).getByRole('link', { name: /^Edit/ }).click()
    await main(page).getByRole('link', { name: 'History' }).click()
    await expect(row(page, 'Product changed').first()).toContainText(/Price\s*from \$\d+\.\d\d to \$61\.25/)
    await expect(row(page, 'Product changed').first()).toContainText(admin.email)
  })
})
