import type { Page } from '@playwright/test'
import { endSession, logIn, newAccount, signUp } from './accounts.ts'
import { expectFields, fillIn, openAsAdmin, otherVisitor, test } from './administration.ts'
import { paidOrder, quotedCart } from './calls.ts'
import { expect } from './fixtures.ts'
import { loginLink, main, sideMenu, title, toolsInStock } from './locators.ts'

const { step } = test

/** All that this tab keeps of what was typed. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(() =>
    Object.keys(sessionStorage)
      .flatMap((key) => (key.startsWith('draft:') ? [key, sessionStorage[key]] : []))
      .join(),
  )

test('a visitor’s request for a quote stays through a reload, other pages and a sign-in, until it is sent', async ({
  page,
}) => {
  const typed = {
    Name: 'Nusrat',
    'E-mail': 'nusrat@delta.example',
    'Product name': 'WX-850',
    Price: '82.5',
    Quantity: '2500',
  }
  await page.goto('/buyproduct?product=WX')
  await fillIn(page, typed)
  // Before React has loaded, nothing can be kept.
  await expect.poll(() => kept(page)).toContain('2500')
  await step('a reload', async () => {
    await page.reload()
    await expectFields(page, typed)
    await expect(main(page).getByText('$206,250.00')).toBeVisible()
  })
  await step('another page, and back', async () => {
    await loginLink(page).click()
    await expect(title(page)).toHaveText('Login')
    await page.goBack()
    await expectFields(page, typed)
  })
  await step('a sign-in', async () => {
    await signUp(page)
    await page.goto('/buyproduct?product=WX')
    await expectFields(page, typed)
  })
  await step('sent', async () => {
    await fillIn(page, { Phone: '+880 1711 000 000' })
    await main(page).getByRole('button', { name: 'Submit' }).click()
    await expect(main(page).getByText('Your request is with us')).toBeVisible()
    expect(await kept(page)).not.toContain('nusrat')
    await page.reload()
    await expectFields(page, { 'Product name': 'WX', Quantity: '' })
  })
})

test('a sign-up keeps the name and the e-mail through a reload and other pages, never the password', async ({
  page,
}) => {
  await page.goto('/signup')
  await page.getByLabel('Name').fill('Nusrat')
  await page.getByLabel('E-mail').fill('nusrat@delta.example')
  await page.getByLabel('Password').fill('secret-7')
  await expect.poll(() => kept(page)).toContain('nusrat@delta.example')
  expect(await kept(page)).not.toContain('secret-7')
  const expectKept = () => expectFields(page, { Name: 'Nusrat', 'E-mail': 'nusrat@delta.example', Password: '' })
  await page.reload()
  await expectKept()
  await step('another page first: the browser by itself restores nothing then', async () => {
    await page.goto('/blogs')
    await page.goto('/signup')
    await expectKept()
  })
})

test('a form that was left by a link has its text again, until it is sent or cancelled', async ({ page }) => {
  const account = await signUp(page)
  const quoteId = await quotedCart(page, account)
  await step('a review', async () => {
    await page.goto('/dashboard/addreview')
    await fillIn(page, { Description: 'Quiet.' })
    await sideMenu(page).filter({ hasText: 'My Orders' }).click()
    await expect(title(page)).toHaveText('My Orders')
    await page.goBack()
    await expectFields(page, { Description: 'Quiet.' })
    await page.getByRole('radio', { name: '4 of 5' }).check({ force: true })
    await main(page).getByRole('button', { name: 'Send review' }).click()
    await expectFields(page, { Description: '' })
    expect(await kept(page)).not.toContain('Quiet.')
  })
  await step('an address', async () => {
    await page.goto('/dashboard/addresses')
    const add = main(page).getByRole('button', { name: 'Add an address' })
    await add.click()
    await fillIn(page, { Recipient: 'The depot' })
    await sideMenu(page).filter({ hasText: 'My Orders' }).click()
    await expect(title(page)).toHaveText('My Orders')
    await page.goBack()
    await add.click()
    await expectFields(page, { Recipient: 'The depot' })
    await main(page).getByRole('button', { name: 'Cancel' }).click()
    await add.click()
    await expectFields(page, { Recipient: '' })
  })
  await step('a message about a quote', async () => {
    await page.goto(`/quote/${quoteId}`)
    await fillIn(page, { 'Write to us': 'By Sunday?' })
    await page.reload()
    await expectFields(page, { 'Write to us': 'By Sunday?' })
  })
})

test('the name in the profile is there after the session ended, and nobody else finds anything', async ({ page }) => {
  const account = await signUp(page)
  await page.goto('/dashboard/myprofile')
  await fillIn(page, { Name: 'Rahim Uddin Khan' })
  await endSession(page)
  await logIn(page, account)
  await expectFields(page, { Name: 'Rahim Uddin Khan' })
  await endSession(page)
  await expect(title(page)).toHaveText('Login')
  await signUp(page)
  expect(await kept(page)).not.toContain('Khan')
})

test('staff have again what they typed in forms and dialogs before a reload', async ({ page, browser, baseURL }) => {
  const buyer = await otherVisitor(browser, baseURL)
  await signUp(buyer, newAccount('Buyer of parcels'))
  const orderId = await paidOrder(buyer)
  const tool = (await toolsInStock(buyer)).at(-1)

  await step('a dialog, after a reload', async () => {
    await openAsAdmin(page, `/dashboard/orders/${orderId}`)
    const open = () => main(page).getByRole('button', { name: 'Ship…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ship a parcel' })
    await open()
    await dialog.getByLabel('Tracking number').fill('PX-1')
    await page.reload()
    await open()
    await expect(dialog.getByLabel('Tracking number')).toHaveValue('PX-1')
    await page.keyboard.press('Escape')
  })
  await step('a count of the stock, after a reload', async () => {
    await page.goto(`/managetools/${tool?._id}/stock`)
    await fillIn(page, { Received: '7' })
    await page.reload()
    await expectFields(page, { Received: '7' })
  })
})
