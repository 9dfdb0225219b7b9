import type { Page } from '@playwright/test'
import { newAccount, signUp } from './accounts.ts'
import { addProduct, expectAccessibleInBothThemes, openAsAdmin, otherVisitor, test } from './administration.ts'
import { expect } from './fixtures.ts'
import { keptToken, main, sideMenu, title, toast } from './locators.ts'

const { step } = test

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const history = (page: Page) => main(page).getByRole('region', { name: 'What happened' })
const offered = (page: Page) => main(page).getByRole('table', { name: 'What we offer' })

/** The link in the newest mail to somebody, as the staff's list of mail has it. */
async function mailedLink(staff: Page, to: string): Promise<string> {
  const headers = { authorization: `Bearer ${await keptToken(staff)}` }
  const find = async (): Promise<string> => {
    const mails = await (await staff.request.get(`/api/mails?q=${encodeURIComponent(to)}`, { headers })).json()
    const id = mails.find(({ subject }: { subject: string }) => subject.startsWith('Your quote'))?._id
    if (id === undefined) return ''
    const { text } = await (await staff.request.get(`/api/mails/${id}`, { headers })).json()
    return /http:\S+\/quote\/\S+/.exec(text)?.[0] ?? ''
  }
  await expect.poll(find, { timeout: 20_000 }).not.toBe('')
  return find()
}

test('from the cart to a quote to the order, with words from both sides', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/status of 422/)
  const staff = await otherVisitor(browser, baseURL)
  await openAsAdmin(staff, '/dashboard/quotes')
  const [first, second] = [await addProduct(staff, 'QT-1 Quoted', 50), await addProduct(staff, 'QT-2 Quoted', 20)]
  await signUp(page, newAccount('Tanvir Hasan'))

  await step('a buyer asks for all that is in the cart', async () => {
    for (const id of [first, second]) {
      await page.goto(`/tool/${id}`)
      await button(page, /^Add to order/).click()
      await expect(toast(page, 'Added')).toBeVisible()
    }
    await page.goto('/dashboard/cart')
    await button(page, 'Ask for a quote').click()
    await page.getByRole('dialog').getByLabel('Note').fill('Before Eid, please.')
    await page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(
      page.getByText('Enter a phone number', { exact: false }).or(page.getByRole('alert')).first(),
    ).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('dialog').getByLabel('Phone').fill('+880 1711 000000')
    await page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(title(page)).toHaveText('Quote')
    await expect(main(page)).toContainText('QT-1 Quoted')
    await expect(history(page)).toContainText('Before Eid, please.')
    await expectAccessibleInBothThemes(page)
  })

  await step('staff find it and offer other prices', async () => {
    await staff.reload()
    await main(staff).getByRole('link', { name: 'Tanvir Hasan' }).first().click()
    await expect(title(staff)).toHaveText('Quote')
    const products = main(staff).getByRole('list', { name: 'Products of the offer' }).getByRole('listitem')
    await expect(products).toHaveCount(2)
    await products.nth(0).getByLabel('Pieces').fill('120')
    await products.nth(0).getByLabel('Each, USD').fill('44.5')
    await products.nth(1).getByLabel('Pieces').fill('30')
    await button(staff, 'Send the offer').click()
    await expect(products.nth(1)).toContainText('Must be a price')
    await products.nth(1).getByLabel('Each, USD').fill('18')
    await field(staff, 'Words to the buyer').fill('For both together.')
    await expectAccessibleInBothThemes(staff)
    await button(staff, 'Send the offer').click()
    await expect(toast(staff, 'The offer is sent')).toBeVisible()
    await expect(offered(staff)).toContainText('$5,340.00')
  })

  await step('the buyer sees it, asks, and is answered', async () => {
    await page.goto('/dashboard/myorders')
    await sideMenu(page).filter({ hasText: 'Quotes' }).click()
    await expect(main(page).getByRole('row').filter({ hasText: 'QT-1 Quoted' })).toContainText('Offered')
    await expectAccessibleInBothThemes(page)
    await main(page).getByRole('link', { name: 'QT-1 Quoted' }).click()
    await expect(main(page)).toContainText('For both together.')
    await field(page, 'Write to us').fill('In black?')
    await button(page, 'Send message').click()
    await expect(history(page)).toContainText('In black?')
    await field(staff, 'Write to the buyer').fill('Yes, in black.')
    await button(staff, 'Send message').click()
    await expect(history(staff)).toContainText('In black?')
    await page.reload()
    await expect(history(page)).toContainText('Yes, in black.')
  })

  await step('one press makes it an order at those prices', async () => {
    await button(page, 'Accept and order').click()
    await expect(main(page).getByText('Address is Required').or(page.getByRole('alert')).first()).toBeVisible()
    await field(page, 'Delivery address').fill('Plot 7, Road 3, Dhaka 1208')
    await expectAccessibleInBothThemes(page)
    await button(page, 'Accept and order').click()
    await expect(page).toHaveURL(/\/dashboard\/payment\//)
    await expect(main(page)).toContainText('$5,880.00')
    await page.goto('/dashboard/quotes')
    await expect(main(page).getByRole('row').filter({ hasText: 'QT-1 Quoted' })).toContainText('Accepted')
  })
  const headers = { authorization: `Bearer ${await keptToken(staff)}` }
  for (const id of [first, second]) await staff.request.delete(`/api/tool/${id}`, { headers })
  await staff.close()
})

test('a visitor opens an offer by the link in the mail, and accepts it with a new account', async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  problems.expect(/status of 40[14]/)
  const staff = await otherVisitor(browser, baseURL)
  await openAsAdmin(staff, '/dashboard/quotes')
  const toolId = await addProduct(staff, 'QV-1 For visitors', 40)
  const account = newAccount('Mitu Rahman')
  await page.goto(`/buyproduct?product=${encodeURIComponent('QV-1 For visitors')}`)
  await field(page, 'Name').fill(account.name)
  await field(page, 'E-mail').fill(account.email)
  await field(page, 'Phone').fill('+880 1711 000000')
  await field(page, 'Price').fill('35')
  await field(page, 'Quantity').fill('50')
  await button(page, 'Submit').click()
  await expect(main(page).getByText('Your request is with us')).toBeVisible()

  await staff.reload()
  await main(staff).getByRole('link', { name: account.name }).first().click()
  await button(staff, 'Send the offer').click()
  await expect(toast(staff, 'The offer is sent')).toBeVisible()

  await page.goto(await mailedLink(staff, account.email))
  await expect(offered(page)).toContainText('$1,750.00')
  await expectAccessibleInBothThemes(page)
  await main(page).getByRole('link', { name: 'Log in or sign up to accept' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(title(page)).toHaveText('Sign up')
  await field(page, 'Name').fill(account.name)
  await field(page, 'E-mail').fill(account.email)
  await field(page, 'Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(title(page)).toHaveText('Quote')
  await field(page, 'Delivery address').fill('Plot 7, Road 3, Dhaka 1208')
  await button(page, 'Accept and order').click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await expect(main(page)).toContainText('$1,750.00')

  await page.goto('/quote/0199f0a0-0000-7000-8000-000000000001#token=1.nonsense')
  await expect(main(page)).not.toContainText('Accept')
  const headers = { authorization: `Bearer ${await keptToken(staff)}` }
  await staff.request.delete(`/api/tool/${toolId}`, { headers })
  await staff.close()
})
