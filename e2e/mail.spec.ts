import type { Page } from '@playwright/test'
import { accountMessages } from '#content/account.ts'
import { messages } from '#content/messages.ts'
import { refusals } from '#content/refusals.ts'
import { smtpReply, startMailServer, type Received } from '#testing/smtp.ts'
import { admin, fillSignUp, logIn, newAccount, type Account } from './accounts.ts'
import { expect, expectAccessible, test as base } from './fixtures.ts'
import { main, reloadUntilVisible, sideMenu, title, toast } from './locators.ts'
import { runShopOnFreePort } from './shop.ts'

base.describe.configure({ mode: 'default' })

type MailShop = { origin: string; received: Received[]; refused: Set<string> }

/** A shop that sends its messages to a test mail server. */
const test = base.extend<object, { shop: MailShop }>({
  shop: [
    async ({}, use) => {
      const refused = new Set<string>()
      const server = await startMailServer({
        onRecipient: (address) => {
          if (refused.has(address)) throw smtpReply(550, '5.1.1 No such user here')
        },
      })
      const shop = await runShopOnFreePort({ SMTP_URL: server.url })
      await use({ origin: shop.origin, received: server.received, refused })
      await shop.stop()
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.origin),
})

/** Waits for a message with that subject and opens the link in it. */
async function openLink(page: Page, { received }: MailShop, to: string, subject: string): Promise<void> {
  const find = () => received.find((mail) => mail.to.includes(to) && mail.source.includes(subject))
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy()
  // Quoted-printable (RFC 2045) breaks long lines with = and writes = itself as =3D.
  const source = find()?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const link = /http:\/\/localhost:\d+\/\w+#(?:token|signup)=[\w.-]+/.exec(source ?? '')?.[0]
  await page.goto(link ?? 'about:blank')
}

const finish = 'Finish signing up'

/** Signs up, and opens the link from the message in the same browser. */
async function signUp(page: Page, shop: MailShop, account: Account = newAccount()): Promise<Account> {
  await fillSignUp(page, account)
  await expect(title(page)).toHaveText('One step left')
  await openLink(page, shop, account.email, finish)
  await expect(page).toHaveURL('/tools')
  return account
}

test('the link from the message resets a forgotten password, once', async ({ page, shop, problems }) => {
  problems.expect(/status of 40[01]/)
  const account = await signUp(page, shop)
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expectAccessible(page)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status').getByText(account.email)).toBeVisible()

  await openLink(page, shop, account.email, 'Set a new password')
  const link = page.url()
  await expectAccessible(page)
  await page.getByLabel('New password').fill('12345')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText(messages.passwordTooShort)).toBeVisible()
  await page.getByLabel('New password').fill('the-second-secret')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(page, account)
  await expect(page.getByText(refusals.wrongPassword)).toBeVisible()
  await logIn(page, { ...account, password: 'the-second-secret' })
  await expect(page).toHaveURL('/')

  await page.goto('about:blank')
  await page.goto(link)
  await page.getByLabel('New password').fill('the-third-secret')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText(accountMessages.linkOver)).toBeVisible()
})

test('signing up with a known e-mail shows the usual page, and only the message mentions the account', async ({
  page,
  browser,
  shop,
}) => {
  const account = await signUp(page, shop)
  const other = await browser.newPage({ baseURL: shop.origin })
  await fillSignUp(other, { ...account, password: 'another-7-tea' })
  await expect(title(other)).toHaveText('One step left')
  await openLink(other, shop, account.email, 'You already have an account')
  await other.close()
})

test('name and password can be changed in My Profile, and signing out everywhere ends both sessions', async ({
  page,
  browser,
  shop,
  problems,
}) => {
  problems.expect(/status of 40[01]/)
  const account = { ...newAccount(), name: 'Old name' }
  await signUp(page, shop, account)
  await page.goto('/dashboard/myprofile')
  await page.getByLabel('Name').fill('New name')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Your name was changed.')).toBeVisible()
  await expect(page.getByText('New name', { exact: true })).toBeVisible()

  await page.getByLabel('Current password').fill('not-the-one')
  await page.getByLabel('New password').fill('the-second-secret')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(accountMessages.wrongCurrentPassword)).toBeVisible()
  await page.getByLabel('Current password').fill(account.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password was changed.', { exact: false })).toBeVisible()

  const elsewhere = await browser.newPage({ baseURL: shop.origin })
  await elsewhere.goto('/login?from=/dashboard')
  await logIn(elsewhere, { ...account, password: 'the-second-secret' })
  await expect(elsewhere.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  await page.reload()
  const devices = page.getByRole('list', { name: 'Where you are signed in' })
  await expect(devices.getByText('This device')).toHaveCount(1)
  await devices.getByRole('button', { name: 'Sign out' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices).toBeFocused()
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login/)

  await logIn(elsewhere, { ...account, password: 'the-second-secret' })
  await expect(elsewhere.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/login/)
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login/)
  await elsewhere.close()
})

test('staff find an undelivered mail, read why it failed, and send it again', async ({ page, browser, shop }) => {
  const account = newAccount('Nusrat Jahan')
  shop.refused.add(account.email)
  const buyer = await browser.newPage({ baseURL: shop.origin })
  await fillSignUp(buyer, account)
  await expect(title(buyer)).toHaveText('One step left')
  await buyer.close()

  await page.goto('/login?from=/managetools')
  await logIn(page, admin)
  await sideMenu(page)
    .filter({ hasText: /^Mail$/ })
    .click()
  await expect(title(page)).toHaveText('Mail')
  await main(page).getByRole('link', { name: 'Failed' }).click()
  await expect(page).toHaveURL('/dashboard/mails?state=failed')
  const failed = main(page).getByRole('row').filter({ hasText: account.email })
  await reloadUntilVisible(page, failed.filter({ hasText: 'The mail server refused it: 550 5.1.1 No such user here' }))
  await expectAccessible(page)

  await failed.getByRole('link').click()
  await expect(title(page)).toHaveText(/^Finish signing up/)
  await expect(main(page)).toContainText('holds a link into its recipient’s account')
  await expectAccessible(page)
  await main(page).getByRole('link', { name: 'All mail' }).click()
  await expect(page).toHaveURL('/dashboard/mails?state=failed')

  await main(page).getByRole('button', { name: 'Send all again' }).click()
  await expect(toast(page, '1 e-mail will be sent again.')).toBeVisible()
  await reloadUntilVisible(page, failed)

  shop.refused.delete(account.email)
  await failed.getByRole('button', { name: 'Send again' }).press('Enter')
  await expect(toast(page, `The e-mail to ${account.email} will be sent again`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No failed mail' })).toBeVisible()
  await expect.poll(() => shop.received.filter(({ to }) => to.includes(account.email)).length).toBe(1)
  await main(page).getByRole('searchbox').fill(account.email)
  await main(page).getByRole('searchbox').press('Enter')
  await expect(page.getByRole('heading', { name: 'No matching mail' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Sent', exact: true }).click()
  await expect(failed).toContainText('Sent')
})

test('an e-mail verification link works in a tab that still shows a failed one', async ({ page, problems }) => {
  problems.expect(/status of 40[01]/)
  await page.goto('/verifyemail#token=one')
  await expect(main(page).getByRole('alert')).toBeVisible()
  const asked = page.waitForRequest(/\/api\/auth\/verify-email\?token=two$/)
  await page.evaluate(() => (location.hash = '#token=two'))
  await asked
  await page.evaluate(() => (location.hash = '#signup=three'))
  await expect(title(page)).toHaveText('Your account')
})
