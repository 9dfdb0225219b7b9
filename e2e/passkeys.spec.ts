import type { CDPSession, Page } from '@playwright/test'
import { messages } from '#content/messages.ts'
import { admin, logIn } from './accounts.ts'
import { expectAccessibleInBothThemes, testInShop } from './administration.ts'
import { expect } from './fixtures.ts'
import { main, signOutButton, title } from './locators.ts'

/** In a shop that requires a second factor of its staff. */
const test = testInShop({ STAFF_SECOND_FACTOR: 'required' }).extend<{ device: Device }>({
  device: async ({ page }, use) => use(await plugIn(page)),
})

// One after the other: they share one shop.
test.describe.configure({ mode: 'default' })

type Device = { cdp: CDPSession; authenticatorId: string }

/** Adds a device that stores passkeys and verifies its owner (WebAuthn Level 3, 11). */
async function plugIn(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

/** Sets whether the owner passes the verification, or closes the prompt. */
const answers = ({ cdp, authenticatorId }: Device, isUserVerified: boolean) =>
  cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })

const dialog = (page: Page) => page.getByRole('dialog')
const own = (page: Page) => main(page).getByRole('group', { name: 'Your passkeys' })
const notice = (page: Page) => main(page).getByText('Staff of this shop need a second factor.')
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Log in with a passkey' })

async function signOut(page: Page): Promise<void> {
  await signOutButton(page).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
}

test('staff add a passkey as their second factor, log in with it, rename it and remove it', async ({
  page,
  device,
  problems,
}) => {
  problems.expect(/status of 40[013]/)
  await page.goto('/login?from=/managetools')
  await logIn(page, admin)
  await expect(page).toHaveURL('/dashboard/myprofile')
  await expect(notice(page)).toBeVisible()

  await own(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Name the passkey')).toBeVisible()
  await expect(dialog(page).getByText(messages.passwordRequired)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog(page).getByLabel('Name').fill('অফিসের ল্যাপটপ')
  await dialog(page).getByLabel('Your password').fill('not-the-password')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('The current password is wrong.')).toBeVisible()
  await dialog(page).getByLabel('Your password').fill(admin.password)
  await answers(device, false)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText(/^No passkey was added/)
  await expect(dialog(page).getByLabel('Name')).toHaveValue('অফিসের ল্যাপটপ')
  await expect(dialog(page).getByLabel('Your password')).toHaveValue(admin.password)
  await answers(device, true)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(own(page)).toBeFocused()
  await expect(own(page).getByRole('listitem')).toHaveText(/অফিসের ল্যাপটপ.*not used yet/)
  await expect(notice(page)).toBeHidden()
  await expectAccessibleInBothThemes(page)
  await page.goto('/managetools')
  await expect(title(page)).toHaveText('Manage product')

  await signOut(page)
  await page.goto('/login?from=/managetools')
  await page.getByLabel('E-mail').fill('typed@example.com')
  await answers(device, false)
  await passkeyButton(page).click()
  await expect(main(page).getByRole('alert')).toHaveText(/^No passkey was used/)
  await expect(page.getByLabel('E-mail')).toHaveValue('typed@example.com')
  await expectAccessibleInBothThemes(page)
  await answers(device, true)
  await passkeyButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/managetools')

  await page.goto('/dashboard/myprofile')
  await expect(own(page).getByRole('listitem')).toHaveText(/last used/)
  await own(page).getByRole('button', { name: 'Rename' }).click()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await dialog(page).getByLabel('Name').fill('Work laptop')
  // The answer comes when another dialog is open: it closes only its own.
  const { promise: until, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/passkey/update-passkey', (route) => until.then(() => route.continue()), { times: 1 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await own(page).getByRole('button', { name: 'Remove' }).click()
  answer()
  await expect(own(page).getByText('Work laptop')).toBeVisible()
  await expect(dialog(page).getByRole('heading', { name: 'Remove this passkey?' })).toBeVisible()
  await page.keyboard.press('Escape')

  // A device creates no second passkey for the same account.
  await own(page).getByRole('button', { name: 'Add a passkey' }).click()
  await dialog(page).getByLabel('Name').fill('Again')
  await dialog(page).getByLabel('Your password').fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText('This device already has a passkey for your account.')
  await page.keyboard.press('Escape')

  await own(page).getByRole('button', { name: 'Remove' }).click()
  await expectAccessibleInBothThemes(page)
  await dialog(page).getByLabel('Your password').fill(admin.password)
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(own(page).getByRole('listitem')).toHaveCount(0)
  await expect(own(page)).toBeFocused()
  await expect(notice(page)).toBeVisible()

  await signOut(page)
  await page.goto('/login')
  await passkeyButton(page).click()
  await expect(main(page).getByRole('alert')).toHaveText(/^We do not know this passkey/)
})

test('a browser without passkey support offers none', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.goto('/login?from=/dashboard/myprofile')
  await expect(passkeyButton(page)).toBeHidden()
  await logIn(page, admin)
  await expect(page).toHaveURL('/dashboard/myprofile')
  await expect(own(page)).toHaveText('This browser cannot create passkeys here.')
})
