import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountMessages } from '#content/account.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { openBrowser } from '#testing/browser.ts'
import { ensureAdmin } from './first-admin.ts'
import { whyGuessable } from './refused-passwords.ts'
import { findUserByEmail } from './store.ts'
import { users } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const post = (path: string, body: unknown) =>
  shop.app.request(`/api/auth${path}`, json('POST', body, { origin: shop.config.publicUrl }))
const browser = () => openBrowser(shop.app, shop.config.publicUrl)
const refused = (path: string, message: string) => ({ status: 422, detail: message, errors: [{ path, message }] })

const owner = { email: 'farida.rahman@example.com', name: 'Farida Begum' }

describe('a new password', () => {
  it.each(['123456', 'password', 'PassWord1', 'qwerty123', 'bangladesh', 'iloveyou'])(
    'cannot be %s',
    async (password) => {
      expect(await whyGuessable(password, owner)).toBe(accountMessages.passwordCommon)
    },
  )

  it.each(['farida.rahman@example.com', 'FaridaRahman2026', 'farida begum!', 'wattwork-1', 'Wattwork'])(
    'cannot be a name with figures: %s',
    async (password) => {
      expect(await whyGuessable(password, owner)).toBe(accountMessages.passwordOfName)
    },
  )

  it.each(['farida likes tea', 'wattworkshop', 'first-secret', '84-27-91', 'আমার চা'])('may be %s', async (password) => {
    expect(await whyGuessable(password, owner)).toBeUndefined()
  })

  it('may consist of figures when the name is too short to recognise', async () => {
    expect(await whyGuessable('84-27-91', { email: '1@2.bd', name: '' })).toBeUndefined()
    expect(await whyGuessable('84-27-91-al', { email: 'al@example.com' })).toBeUndefined()
  })
})

it('is refused at its field wherever one is set, and changes nothing', async () => {
  const account = { ...owner, password: 'first-secret' }
  const common = await post('/sign-up/email', { ...account, password: 'password1' })
  expect([common.status, await common.json()]).toMatchObject([422, refused('password', accountMessages.passwordCommon)])
  const named = await post('/sign-up/email', { ...account, password: 'faridabegum' })
  expect(await named.json()).toMatchObject(refused('password', accountMessages.passwordOfName))
  expect(await findUserByEmail(shop.db, owner.email)).toBeUndefined()

  const own = browser()
  expect((await own.post('/api/auth/sign-up/email', account)).status).toBe(200)
  const change = { currentPassword: 'first-secret', newPassword: 'farida.rahman' }
  const changed = await own.post('/api/auth/change-password', change)
  expect(await changed.json()).toMatchObject(refused('newPassword', accountMessages.passwordOfName))
  const { email, password } = account
  expect((await post('/sign-in/email', { email, password })).status).toBe(200)
})

it('is refused by a mailed link too, which stays usable', async () => {
  const email = 'rahima@example.com'
  await browser().post('/api/auth/sign-up/email', { name: 'R', email, password: 'first-secret' })
  await post('/request-password-reset', { email })
  const link = shop.mails.findLast(({ to }) => to === email)?.action?.url ?? 'missing:'
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token')
  const answer = await post('/reset-password', { token, newPassword: 'Rahima1!' })
  expect(await answer.json()).toMatchObject(refused('newPassword', accountMessages.passwordOfName))
  expect((await post('/reset-password', { token, newPassword: 'second-secret' })).status).toBe(200)
})

it('lets in users whose password is older than the list', async () => {
  const { password } = await shop.shop.auth.$context
  const account = { email: 'early@example.com', password: 'first-secret', name: 'Early' }
  await post('/sign-up/email', account)
  const user = await findUserByEmail(shop.db, account.email)
  const { internalAdapter } = await shop.shop.auth.$context
  await internalAdapter.updatePassword(user?.id ?? '', await password.hash('123456'))
  expect((await post('/sign-in/email', { email: account.email, password: '123456' })).status).toBe(200)
})

it('refuses to create the first admin', async () => {
  const none = { email: 'boss@example.com', password: 'letmein', keepPassword: () => '', at: new Date() }
  const empty = await openTestShop()
  await empty.db.update(users).set({ role: 'user' })
  const made = ensureAdmin(empty.db, empty.shop.auth, none)
  await expect(made).rejects.toThrow(`ADMIN_PASSWORD is wrong: ${accountMessages.passwordCommon}`)
  await empty.close()
})
