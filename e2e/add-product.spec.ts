import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { catalogueMessages } from '#content/catalogue.ts'
import { fieldMessages } from '#content/fields.ts'
import { messages } from '#content/messages.ts'
import { expectAccessibleInBothThemes, expectFields, fillIn, openAsAdmin, pressIn, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { main, title, toast } from './locators.ts'

const { step } = test

test('an admin adds a product with every field and a picture, and buyers see both of its quantities', async ({
  page,
  problems,
}) => {
  problems.expect(/status of (409|422)/)
  const name = 'QA-450 Test Supply'
  await openAsAdmin(page, '/addtool')

  await step('missing fields are pointed out', async () => {
    await pressIn(main(page), 'Add Product')
    for (const message of [messages.nameRequired, fieldMessages.descriptionRequired, messages.priceInvalid]) {
      await expect(page.getByText(message)).toBeVisible()
    }
    await expectAccessibleInBothThemes(page)
  })

  await step('a file that is not a picture is refused, a picture is uploaded and shown', async () => {
    const upload = page.getByLabel('Upload a picture')
    expect(await paste(page, 'a cell of a sheet'), 'whether pasted text is taken for its picture').toBe(false)
    expect(await paste(page), 'whether a pasted picture is taken').toBe(true)
    await expect(page.getByText(catalogueMessages.pictureType)).toBeVisible()
    await upload.setInputFiles({ name: 'supply.png', mimeType: 'image/png', buffer: await picture() })
    await expect(page.getByLabel('Picture address')).toHaveValue(/^\/pictures\/[0-9a-f]+-1280\.webp$/)
    await expectLoaded(page.getByAltText('How the product will look'))
  })

  await step('the server’s refusals appear at their fields, and nothing typed is lost', async () => {
    await fillIn(page, {
      Name: name,
      Description: 'For the tests of the admin pages.',
      Price: '12.3456',
      'Minimum order': '25',
      'Order in steps of': '5',
      Available: '1300',
      'Part number': 'WW-PS-850M',
    })
    await page.getByLabel('Category').selectOption('Adapters')
    await pressIn(main(page), 'Add a row')
    await fillIn(page, { 'Label of row 1': 'Efficiency', 'Value of row 1': '80 Plus Gold' })
    await pressIn(main(page), 'Add Product')
    await expect(page.getByText('Enter a price such as 84.50')).toBeVisible()
    await fillIn(page, { Price: '12.34' })
    await pressIn(main(page), 'Add Product')
    await expect(page.getByText(catalogueMessages.partNumberTaken)).toBeVisible()
    await pressIn(main(page), 'Add a price break')
    await expect(main(page).getByText('From (pieces)')).toBeVisible()
    const [from, each] = ['From how many pieces, price break 1', 'Price each, price break 1']
    await fillIn(page, { 'Part number': 'QA-450', [from]: '২৫' })
    await pressIn(main(page), 'Add Product')
    await expect(page.getByText(messages.priceInvalid)).toBeVisible()
    await fillIn(page, { [each]: '11.00' })
    await pressIn(main(page), 'Add Product')
    await expect(page.getByText('Must be more than 25')).toBeVisible()
    await expect(page.getByLabel(from)).toHaveValue('25')
    await fillIn(page, { [from]: '100' })
    await expect(page.getByLabel('Available')).toHaveValue('1300')
  })

  await step('a toast confirms the product, and the form is ready for the next one', async () => {
    await pressIn(main(page), 'Add Product')
    await expect(toast(page, `${name} is now in the tools list`)).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()
    await expectFields(page, {
      Name: '',
      Description: '',
      Price: '',
      'Minimum order': '1',
      Available: '0',
      Category: 'power-supplies',
      'Part number': '',
      'Picture address': '',
    })
    await expect(page.getByLabel('Label of row 1')).toBeHidden()
    await expect(page.getByText(/^The picture appears here/)).toBeVisible()
    await expect(page.getByText(/^Picture uploaded/)).toBeHidden()
  })

  await step('the home page shows it with both quantities', async () => {
    await page.goto('/')
    const card = main(page).getByRole('article').filter({ hasText: name })
    await expect(card).toContainText(/Minimum order\s*25 pcs/)
    await expect(card).toContainText(/Available\s*1,300/)
    await expect(card).toContainText('$12.34')
    await card.getByRole('link', { name: `Purchase ${name}` }).click()
  })

  await step('its page enforces the quantities and shows the picture and the specification', async () => {
    await expect(title(page)).toHaveText(name)
    const quantity = page.getByLabel('Quantity')
    await expect(quantity).toHaveValue('25')
    await expect(quantity).toHaveAttribute('aria-valuemax', '1300')
    await expect(main(page)).toContainText('Sold in steps of 5.')
    await expect(page.getByRole('region', { name: 'Price breaks' })).toContainText('From 100 pieces$11.00 each')
    await expect(main(page)).toContainText('Order 100 or more and each costs $11.00: on 100 you save $134.00.')
    await quantity.fill('43')
    await expect(page.getByText('Order in steps of 5: 40 or 45.')).toBeVisible()
    await quantity.fill('100')
    await expect(main(page)).toContainText('$1,100.00')
    await expect(page.getByText('you save')).toBeHidden()
    const shown = page.getByRole('img', { name })
    await expectLoaded(shown)
    await expect(shown).toHaveCSS('object-fit', 'contain')
    expect(await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/)
    await expect(page.getByRole('definition').filter({ hasText: '80 Plus Gold' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Adapters')
  })
})

const picture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#c6f030' } })
    .png()
    .toBuffer()

/** Pastes a file typed as a picture, with the text that some programs add. @returns whether the page took it. */
const paste = (page: Page, text?: string): Promise<boolean> =>
  page.evaluate((words) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['no picture'], 'cell.png', { type: 'image/png' }))
    if (words) clipboardData.setData('text/plain', words)
    return !document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

async function expectLoaded(image: Locator): Promise<void> {
  await expect(image).toHaveJSProperty('complete', true)
  await expect(image).not.toHaveJSProperty('naturalWidth', 0)
}
