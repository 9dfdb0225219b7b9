import { fieldMessages } from '#content/fields.ts'
import { messages } from '#content/messages.ts'
import { admin, logIn, newAccount, signUp } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { openFirstProduct, placeOrder } from './purchase.ts'
import {
  cards,
  keptToken,
  listedTools,
  loginLink,
  main,
  navigation,
  openPage,
  sideMenu,
  signOutButton,
  title,
  toast,
} from './locators.ts'

const { step } = test

test('a customer walks every page for users', async ({ page }) => {
  test.slow()
  const account = await signUp(page, newAccount('Ayesha Siddiqua'))

  await step('signing up leads to /tools and keeps an access token', async () => {
    await expect(title(page)).toHaveText('Tools')
    expect(await keptToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  await step('the navigation has Dashboard too, and Sign Out in place of Login', async () => {
    await expect(navigation(page)).toHaveText(['Home', 'Blogs', 'Tools', 'MyPortfolio', 'Dashboard'])
    await expect(signOutButton(page)).toBeVisible()
    await expect(loginLink(page)).toBeHidden()
  })

  await step('Purchase on a card of the home page opens /tool/{id} with all fields of the tool', async () => {
    await page.goto('/')
    await openFirstProduct(page)
    await expect(page).toHaveURL(/\/tool\/[\w-]+$/)
    const id = page.url().split('/').at(-1)
    const tool = (await listedTools(page)).find(({ _id }) => _id === id)
    await expect(title(page)).toHaveText(tool?.name ?? '')
    await expect(main(page)).toContainText(tool?.description ?? '')
    await expect(main(page).locator(`img[src*="${tool?.img}"]`).first()).toBeVisible()
    for (const label of ['Price each', 'Minimum order', 'Available']) {
      await expect(main(page).getByText(label, { exact: true })).toBeVisible()
    }
  })

  await step('an order leads to its payment page, which names who ordered', async () => {
    await page.goto('/tools')
    await placeOrder(page)
    await expect(title(page)).toHaveText('Payment')
    await expect(page.getByRole('region', { name: 'Order' })).toContainText(account.name)
  })

  await step('the dashboard opens with My Orders, where an unpaid order has a Payment link', async () => {
    await openPage(page, '/dashboard', 'My Orders')
    await expect(main(page).getByRole('row')).toHaveCount(2)
    await main(page).getByRole('link', { name: 'Payment', exact: true }).click()
    await expect(page).toHaveURL(/\/dashboard\/payment\/[\w-]+$/)
  })

  await step('the menu has My Orders, Add a Review and My Profile', async () => {
    await expect(sideMenu(page)).toHaveText([
      'My Orders',
      'Your order',
      'Quick order',
      'Saved lists',
      'Addresses',
      'Account',
      'Quotes',
      'Add a Review',
      'My Profile',
    ])
  })

  await step('Add a Review takes a name of up to 20 characters, a description and a rating out of 5', async () => {
    await openPage(page, '/dashboard/addreview', 'Add a Review')
    const send = page.getByRole('button', { name: 'Send review' })
    await page.getByLabel('Name').fill('')
    await send.click()
    await expect(page.getByText(messages.nameRequired)).toBeVisible()
    await page.getByLabel('Name').fill('A name of more than 20')
    await expect(page.getByText(fieldMessages.nameTooLong)).toBeVisible()
    await page.getByLabel('Name').fill('A name of up to 20')
    await page.getByLabel('Description').fill('Arrived counted, boxed and on the day that was said.')
    await page.getByLabel('4 of 5').check({ force: true })
    await send.click()
    await expect(toast(page, 'Thank you.')).toBeVisible()
    await page.goto('/review')
    const review = cards(page).filter({ hasText: 'A name of up to 20' }).first()
    await expect(review.getByRole('img', { name: '4 of 5' })).toBeVisible()
  })

  await step('My Profile shows name and e-mail', async () => {
    await openPage(page, '/dashboard/myprofile', 'My Profile')
    for (const text of [account.name, account.email]) await expect(main(page).getByText(text).first()).toBeVisible()
  })

  await step('Sign Out ends the session and removes the access token', async () => {
    await signOutButton(page).click()
    await expect(loginLink(page)).toBeVisible()
    expect(await keptToken(page)).toBeNull()
    await page.goto('/dashboard/myprofile')
    await expect(page).toHaveURL(/\/login\?from=/)
  })

  await step('a login goes back to the page that asked for it, or to the home page', async () => {
    await logIn(page, account)
    await expect(page).toHaveURL('/dashboard/myprofile')
    await signOutButton(page).click()
    await loginLink(page).click()
    await logIn(page, account)
    await expect(page).toHaveURL('/')
  })
})

test('an admin walks every page for admins', async ({ page, browser, baseURL }) => {
  test.slow()
  await page.goto('/login?from=/dashboard')
  await logIn(page, admin)

  await step(
    'the menu has Make Admin, Add Product, Manage product and My Profile, and not what is for users',
    async () => {
      await expect(sideMenu(page)).toHaveText([
        'Today',
        'Orders',
        'Payments to check',
        'Quote requests',
        'Manage product',
        'Add Product',
        'Make Admin',
        'Mail',
        'Audit log',
        'My Profile',
      ])
    },
  )

  const product = `Fan ${Date.now() % 1e9}`
  await step('Add Product keeps every field, the two quantities each for itself', async () => {
    await openPage(page, '/addtool', 'Add Product')
    const add = main(page).getByRole('button', { name: 'Add Product' })
    await add.click()
    await expect(page.getByText(messages.nameRequired)).toBeVisible()
    await page.getByLabel('Name').fill(`${product} and much more`)
    await expect(page.getByText(fieldMessages.nameTooLong)).toBeVisible()
    await page.getByLabel('Name').fill(product)
    await page.getByLabel('Description').fill('A fan that a test added.')
    await page.getByLabel(/^Price/).fill('6.9')
    // Less stock than the minimum order, so that no other test buys it.
    await page.getByLabel('Minimum order').fill('30')
    await page.getByLabel('Available').fill('20')
    await page.getByLabel('Picture address').fill('/favicon.svg')
    await add.click()
    await expect(toast(page, product)).toBeVisible()
    expect((await listedTools(page)).find(({ name }) => name === product)).toMatchObject({
      description: 'A fan that a test added.',
      price: 6.9,
      img: '/favicon.svg',
      minimum_order_quantity: 30,
      available_quantity: 20,
    })
  })

  await step('Manage product deletes a tool after "Are you sure?", and it leaves the list', async () => {
    await openPage(page, `/managetools?q=${encodeURIComponent(product)}`, 'Manage product')
    const row = page.getByRole('row').filter({ hasText: product })
    await row.getByRole('button', { name: `Delete ${product}` }).click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(dialog.getByRole('heading')).toHaveText('Are you sure?')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(row).toBeHidden()
    expect((await listedTools(page)).map(({ name }) => name)).not.toContain(product)
  })

  const promoted = newAccount('Tanvir Hasan')
  await step('Make admin shows its toast and the refreshed list, and Remove user takes the account away', async () => {
    const customer = await browser.newPage({ baseURL })
    await signUp(customer, promoted)
    await customer.close()
    await openPage(page, '/dashboard/users', 'Make Admin')
    await page.getByRole('searchbox').fill(promoted.email)
    await page.getByRole('searchbox').press('Enter')
    const row = page.getByRole('row').filter({ hasText: promoted.email })
    await row.getByRole('button', { name: /^Make admin/ }).click()
    await page.getByRole('button', { name: 'Make admin', exact: true }).click()
    await expect(toast(page, 'Successfully made an Admin')).toBeVisible()
    await expect(row.getByText('Admin', { exact: true }).filter({ visible: true })).toBeVisible()
    await expect(row.getByRole('button', { name: /^Make admin/ })).toBeHidden()
    await row.getByRole('button', { name: /^Remove user/ }).click()
    await page.getByRole('button', { name: 'Remove user', exact: true }).click()
    await expect(row.getByText('Removed').filter({ visible: true })).toBeVisible()
  })

  await step('/makeadmin is the list of users at its own address', async () => {
    await openPage(page, '/makeadmin', 'Make Admin')
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  })

  await step('My Profile shows name and e-mail of the admin', async () => {
    await openPage(page, '/dashboard/myprofile', 'My Profile')
    for (const text of [admin.name, admin.email]) await expect(main(page).getByText(text).first()).toBeVisible()
  })
})
