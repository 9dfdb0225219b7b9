import type { Page } from '@playwright/test'
import { newAccount, signUp } from './accounts.ts'
import { expectAccessibleInBothThemes, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { main, sideMenu, title, toast } from './locators.ts'

const { step } = test

const button = (page: Page, name: string) => main(page).getByRole('button', { name })
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const all = (page: Page) => main(page).getByRole('list', { name: 'Delivery addresses' }).getByRole('listitem')

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text)
}

test('saved addresses follow the format of their country and fill in an order', async ({ page, problems }) => {
  problems.expect(/status of 422/)
  await signUp(page, newAccount('Nusrat Jahan'))
  await page.goto('/dashboard/myorders')
  await sideMenu(page).filter({ hasText: 'Addresses' }).click()
  await expect(title(page)).toHaveText('Addresses')
  await expect(main(page).getByText('No addresses yet')).toBeVisible()

  await step('missing fields are named in the terms of the country', async () => {
    await button(page, 'Add an address').click()
    await button(page, 'Save address').click()
    await expect(main(page).getByText('City or district is Required')).toBeVisible()
    await field(page, 'Country').selectOption('United States')
    await expect(field(page, 'ZIP code')).toBeVisible()
    await expect(field(page, 'State')).toBeVisible()
    await field(page, 'Country').selectOption('Bangladesh')
    await expect(field(page, 'State')).toBeHidden()
    await expectAccessibleInBothThemes(page)
  })

  await step('the first address becomes the default', async () => {
    await fill(page, {
      Recipient: 'Karim at the works',
      Phone: '+880 1711 000000',
      'House and street': 'Plot 7, Road 3',
      'City or district': 'Dhaka',
      Postcode: '12',
    })
    await button(page, 'Save address').click()
    await expect(main(page).getByText('Enter it like 1208')).toBeVisible()
    await fill(page, { Postcode: '1208' })
    await button(page, 'Save address').click()
    await expect(toast(page, 'The address was saved.')).toBeVisible()
    await expect(all(page)).toHaveText(/Karim at the works\s*Plot 7, Road 3\s*Dhaka 1208\s*Bangladesh.*Orders go here/s)
  })

  await step('another is added, and a deleted one is restored', async () => {
    await button(page, 'Add an address').click()
    await field(page, 'Country').selectOption('United Kingdom')
    await fill(page, {
      Recipient: 'The depot',
      Phone: '+44 20 7946 0000',
      'House and street': '10 Dock Road',
      'Town or city': 'London',
      Postcode: 'E16 1AB',
    })
    await button(page, 'Save address').click()
    await expect(all(page)).toHaveCount(2)
    await button(page, 'Delete: The depot, 10 Dock Road').click()
    await expect(all(page)).toHaveCount(1)
    // A double click restores it only once.
    await button(page, 'Undo').dblclick()
    await expect(all(page)).toHaveCount(2)
    await page.reload()
    await expect(all(page)).toHaveCount(2)
    await expectAccessibleInBothThemes(page)
  })

  await step('an address is changed', async () => {
    await button(page, 'Change: Karim at the works, Plot 7, Road 3').click()
    await expect(field(page, 'Postcode')).toHaveValue('1208')
    await fill(page, { 'Area or thana': 'Tejgaon' })
    await button(page, 'Save address').click()
    await expect(all(page).first()).toContainText('Tejgaon')
  })

  await step('an order starts with the default, another can be chosen, and typed text is kept', async () => {
    await page.goto('/tools')
    await page
      .getByRole('button', { name: /^Add to order/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Order (1)' }).click()
    await expect(field(page, 'Delivery address')).toHaveValue(
      /^Karim at the works\nPlot 7, Road 3\nTejgaon\nDhaka 1208/,
    )
    await expect(field(page, 'Phone')).toHaveValue('+880 1711 000000')
    await field(page, 'Saved address').selectOption('The depot, 10 Dock Road, London')
    await expect(field(page, 'Delivery address')).toHaveValue(
      /^The depot\n10 Dock Road\nLondon\nE16 1AB\nUnited Kingdom$/,
    )
    await field(page, 'Delivery address').fill('Gate 3, behind the mill')
    await page.reload()
    await expect(field(page, 'Saved address')).toHaveValue('')
    await expect(field(page, 'Delivery address')).toHaveValue('Gate 3, behind the mill')
    await expectAccessibleInBothThemes(page)
  })
})
