import { signUp } from './accounts.ts'
import { openPaidOrder, test } from './administration.ts'
import { quotedCart } from './calls.ts'
import { expect } from './fixtures.ts'
import { main, title, toast } from './locators.ts'

const { step } = test

test('the ship dialog keeps what was typed until it is sent, and is not closed by the parcel before', async ({
  page,
  browser,
  baseURL,
}) => {
  await openPaidOrder(page, browser, baseURL)
  const open = () => main(page).getByRole('button', { name: 'Ship…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ship a parcel' })
  const [carrier, tracking] = [dialog.getByLabel('Carrier'), dialog.getByLabel('Tracking number')]
  const pieces = dialog.getByRole('group', { name: 'In this parcel' }).getByRole('textbox')

  await step('closed by mistake', async () => {
    await open()
    await carrier.fill('Pathao')
    await tracking.fill('PX-1')
    await pieces.fill('1')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await open()
    await expect(carrier).toHaveValue('Pathao')
    await expect(tracking).toHaveValue('PX-1')
    await expect(pieces).toHaveValue('1')
  })

  await step('closed and opened again while the parcel is being saved', async () => {
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    await page.route('**/api/order/*/ship', (route) => until.then(() => route.continue()))
    const asked = page.waitForRequest('**/api/order/*/ship')
    await dialog.getByRole('button', { name: 'Ship' }).click()
    await asked
    await page.keyboard.press('Escape')
    await open()
    await expect(carrier).toHaveValue('')
    await carrier.fill('DHL')
    goOn()
    await expect(toast(page, 'The parcel is on its way')).toBeVisible()
    await expect(main(page).getByText(/^1 sent, \d+ left$/)).toBeVisible()
    await expect(carrier).toHaveValue('DHL')
  })
})

test('asking for a quote from the cart starts with the phone of the delivery, and keeps the note', async ({ page }) => {
  const account = await signUp(page)
  await quotedCart(page, account)
  await page.goto('/dashboard/cart')
  await main(page).getByLabel('Phone').fill('+880 1711 555555')
  const open = () => main(page).getByRole('button', { name: 'Ask for a quote' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for a quote' })
  await open()
  await expect(dialog.getByLabel('Phone')).toHaveValue('+880 1711 555555')
  await dialog.getByLabel('Note').fill('Before Eid, please.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await expect(dialog.getByLabel('Note')).toHaveValue('Before Eid, please.')
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(title(page)).toHaveText(/^Quote WQ-/)
  await expect(main(page).getByText('Before Eid, please.')).toBeVisible()
})
