import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountMessages } from '#content/account.ts'
import { messages } from '#content/messages.ts'
import { refusals } from '#content/refusals.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import { openBrowser, type TestBrowser } from '#testing/browser.ts'
import { queriesOf } from '#testing/queries.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { sweepSignUps } from './sign-ups.ts'
import { findUserByEmail, listProviders, removeUser } from './store.ts'
import { signUps } from './tables.ts'

let shop: TestShop
beforeAll(async () => {
  // Nothing is sent: the queue of the tests shows what would be.
  shop = await openTestShop({ smtpUrl: 'smtp://mail.invalid' })
})
afterAll(() => shop.close())

const browser = () => openBrowser(shop.app, shop.config.publicUrl)
const password = 'sage-7-tea'
let made = 0
const newEmail = () => `rafiq${(made += 1)}@example.com`

const signUp = (who: TestBrowser, email: string, more: Record<string, unknown> = {}) =>
  who.post('/api/auth/sign-up/email', { name: 'Rafiq', email, password, ...more })
const confirm = (who: TestBrowser, token: string, typed?: string) =>
  who.post('/api/auth/sign-up/confirm', { token, ...(typed !== undefined && { password: typed }) })

const newest = (email: string) => shop.mails.findLast(({ to }) => to === email)
/** The token in the newest message to the address. */
const mailedToken = (email: string) => new URL(newest(email)?.action?.url ?? 'missing:').hash.slice('#signup='.length)

/** Somebody who opened the link they were sent. */
async function account(email = newEmail()) {
  const who = browser()
  await signUp(who, email)
  expect((await confirm(who, mailedToken(email))).status).toBe(200)
  return { who, email }
}

describe('signing up', () => {
  test('creates no account or session until the link is opened in the same browser', async () => {
    const [who, email] = [browser(), newEmail()]
    const answer = await signUp(who, email, { from: '/tool/1?quantity=2' })
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'mailed' }])
    expect(await findUserByEmail(shop.db, email)).toBeUndefined()
    expect([...who.cookies.keys()]).toEqual(['wattwork.sign_up'])
    const login = await browser().post('/api/auth/sign-in/email', { email, password })
    expect([login.status, await login.json()]).toMatchObject([401, { detail: refusals.wrongPassword }])

    const opened = await confirm(who, mailedToken(email))
    expect([opened.status, await opened.json()]).toEqual([200, { email, next: '/tool/1?quantity=2' }])
    expect(await findUserByEmail(shop.db, email)).toMatchObject({ name: 'Rafiq', emailVerified: true, role: 'user' })
    expect(await who.accessToken(email)).toBeDefined()
    expect(who.cookies.has('wattwork.sign_up')).toBe(false)
    expect((await browser().post('/api/auth/sign-in/email', { email, password })).status).toBe(200)
  })

  test('sets a cookie for the browser that scripts cannot read', async () => {
    const answer = await signUp(browser(), newEmail())
    expect(answer.headers.getSetCookie().join()).toMatch(/^wattwork\.sign_up=[^,]*HttpOnly[^,]*SameSite=Lax/i)
  })

  test('still reports invalid input', async () => {
    const short = await signUp(browser(), newEmail(), { password: '12345' })
    expect([short.status, await short.json()]).toMatchObject([422, { detail: messages.passwordTooShort }])
    const common = await signUp(browser(), newEmail(), { password: 'password123' })
    expect(common.status).toBe(422)
    const odd = await signUp(browser(), 'no..body@example.com')
    expect([odd.status, await odd.json()]).toMatchObject([400, { detail: messages.emailInvalid }])
    const away = await signUp(browser(), newEmail(), { from: '//evil.example' })
    expect(away.status).toBe(422)
  })

  test('sends a message that quotes none of the input and links nowhere else', async () => {
    const email = newEmail()
    await signUp(browser(), email, { name: 'Win at evil.example', from: '/tools?evil' })
    expect(JSON.stringify(newest(email))).not.toContain('evil')
  })
})

describe('an address that has an account', () => {
  test('gets the same answer and statements as an unknown one, and a different message', async () => {
    const { email } = await account()
    const work = async (address: string) => {
      let said: unknown
      const asked = await queriesOf(async () => {
        const answer = await signUp(browser(), address)
        said = [answer.status, await answer.text(), [...answer.headers].map(([name]) => name)]
      })
      return { said, statements: asked.map(({ text }) => text) }
    }
    const unknown = await work(newEmail())
    const known = await work(email)
    const inCapitals = await work(email.toUpperCase())
    expect(unknown.statements.length).toBeGreaterThan(3)
    expect(known).toEqual(unknown)
    expect(inCapitals).toEqual(unknown)
    expect(newest(email)).toMatchObject({ subject: expect.stringContaining('already have an account') })
    expect(newest(email)?.action?.url).toBe(`${shop.config.publicUrl}/login`)
    expect(JSON.stringify(newest(email))).toContain('/forgotpassword')
    // Nor can staff tell from the list of mail, by its kind or its expiry.
    const rows = await shop.db.select().from(mailMessages)
    const kinds = new Set(rows.map(({ kind, expiresAt }) => `${kind} ${expiresAt !== null}`))
    expect([...kinds]).toEqual(['sign-up true'])
  })

  test('keeps its password, name and sessions', async () => {
    const { who, email } = await account()
    await signUp(browser(), email, { name: 'Thief', password: 'thief-s-own-7' })
    expect((await browser().post('/api/auth/sign-in/email', { email, password: 'thief-s-own-7' })).status).toBe(401)
    expect(await findUserByEmail(shop.db, email)).toMatchObject({ name: 'Rafiq' })
    expect(await who.accessToken(email)).toBeDefined()
  })

  test('does not make the browser of somebody who signs up with it a known device', async () => {
    const { email } = await account()
    const thief = browser()
    await signUp(thief, email)
    expect([...thief.cookies.keys()]).toEqual(['wattwork.sign_up'])
  })

  test('gets the same answer when its user was removed', async () => {
    const { email } = await account()
    const user = await findUserByEmail(shop.db, email)
    await removeUser(shop.db, user?.id ?? '', shop.clock.now())
    const answer = await signUp(browser(), email)
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'mailed' }])
  })
})

describe('the link', () => {
  test('asks for the password in another browser, so a lured victim opens nothing', async () => {
    const email = newEmail()
    await signUp(browser(), email)
    const [victim, token] = [browser(), mailedToken(email)]
    const asked = await confirm(victim, token)
    expect([asked.status, await asked.json()]).toMatchObject([422, { code: 'PASSWORD_NEEDED' }])
    const wrong = await confirm(victim, token, 'not-this-one')
    expect([wrong.status, await wrong.json()]).toMatchObject([
      422,
      { errors: [{ path: 'password', message: accountMessages.wrongSignUpPassword }] },
    ])
    expect(await findUserByEmail(shop.db, email)).toBeUndefined()
    expect((await confirm(victim, token, password)).status).toBe(200)
    expect(await victim.accessToken(email)).toBeDefined()
  })

  test('works once, even when opened several times at once', async () => {
    const [who, email] = [browser(), newEmail()]
    await signUp(who, email)
    const [token, cookies] = [mailedToken(email), new Map(who.cookies)]
    const answers = await Promise.all([1, 2, 3].map(() => confirm(who, token)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const user = await findUserByEmail(shop.db, email)
    expect(await listProviders(shop.db, user?.id ?? '')).toEqual(['credential'])
    for (const [name, value] of cookies) who.cookies.set(name, value)
    const again = await confirm(who, token)
    expect([again.status, await again.json()]).toMatchObject([400, { detail: accountMessages.linkOver }])
  })

  test('is valid alongside the one sent before it, until one is opened', async () => {
    const [who, email] = [browser(), newEmail()]
    await signUp(who, email)
    const first = mailedToken(email)
    await signUp(who, email)
    expect(mailedToken(email)).not.toBe(first)
    expect((await confirm(who, first)).status).toBe(200)
    expect((await confirm(who, mailedToken(email), password)).status).toBe(400)
  })

  test('opens nothing when an account was created meanwhile or the token is made up', async () => {
    const [who, email] = [browser(), newEmail()]
    await signUp(who, email)
    const token = mailedToken(email)
    await shop.signedIn({ email })
    const late = await confirm(who, token)
    expect([late.status, await late.json()]).toMatchObject([422, { detail: refusals.emailTaken }])
    expect((await confirm(who, 'x'.repeat(43))).status).toBe(400)
    expect((await confirm(who, 'x'.repeat(201))).status).toBe(422)
  })

  test('expires after a day and is cleared away', async () => {
    const [who, email] = [browser(), newEmail()]
    await signUp(who, email)
    shop.clock.advance({ hours: 24 })
    expect((await confirm(who, mailedToken(email))).status).toBe(400)
    await sweepSignUps(shop.db, shop.clock.now())
    await signUp(who, email)
    await sweepSignUps(shop.db, shop.clock.now())
    expect((await shop.db.select().from(signUps)).map((row) => row.email)).toEqual([email])
  })

  test('is stored as a hash, and so is the password', async () => {
    const email = newEmail()
    await signUp(browser(), email)
    const kept = JSON.stringify(await shop.db.select().from(signUps))
    expect(kept).not.toContain(mailedToken(email))
    expect(kept).not.toContain(password)
  })
})

test('without a mail server, signing up signs in and there is no link', async () => {
  const plain = await openTestShop()
  const who = openBrowser(plain.app, plain.config.publicUrl)
  expect((await signUp(who, 'first@example.com', { from: '/tools' })).status).toBe(200)
  expect(await who.accessToken('first@example.com')).toBeDefined()
  expect((await confirm(who, 'x'.repeat(43))).status).toBe(404)
  await plain.close()
})
