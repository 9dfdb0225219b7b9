import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findUserByEmail } from '#features/accounts/store.ts'
import { sessions } from '#features/accounts/tables.ts'
import { openBrowser } from '#testing/browser.ts'
import { openShopBesideHolder } from '#testing/locks.ts'

const server = process.env.TEST_DATABASE_URL ?? ''
const password = 'first-secret'

// Not on the embedded engine: it has one connection, so nobody waits for another's lock.
describe.runIf(server)('sign-ins and links while another transaction holds rows', () => {
  let opened: Awaited<ReturnType<typeof openShopBesideHolder>>
  let shop: typeof opened.shop
  let holder: typeof opened.holder
  let made = 0
  beforeAll(async () => {
    // Checking a password takes a while on a busy machine: waiting calls must be allowed to wait that long.
    opened = await openShopBesideHolder(server, 15_000)
    ;({ shop, holder } = opened)
  })
  afterAll(() => opened.close())

  async function signedUp() {
    const email = `nusrat${(made += 1)}@example.com`
    const browser = openBrowser(shop.app, shop.config.publicUrl)
    await browser.post('/api/auth/sign-up/email', { email, password, name: 'Nusrat' })
    return { id: (await findUserByEmail(shop.db, email))?.id ?? '', email, browser }
  }

  test('a sign-in with the old password fails while its owner is setting a new one', async () => {
    const person = await signedUp()
    const owner = openBrowser(shop.app, shop.config.publicUrl)
    for (let n = 0; n < 2; n++) await owner.post('/api/auth/request-password-reset', { email: person.email })
    const links = shop.mails.filter(({ to, action }) => to === person.email && action?.url.includes('resetpassword'))
    const token = new URLSearchParams(new URL(links[0]?.action?.url ?? 'missing:').hash.slice(1)).get('token')
    // Locks the other link: the reset ends the sessions before it ends the links.
    await holder.query('begin')
    await holder.query('select from verification where value = $1 order by id desc limit 1 for update', [person.id])
    const resetting = owner.post('/api/auth/reset-password', { token, newPassword: 'second-secret' })
    await opened.untilWaiting(1)
    const thief = openBrowser(shop.app, shop.config.publicUrl)
    const signingIn = thief.post('/api/auth/sign-in/email', { email: person.email, password })
    await opened.untilWaiting(2)
    await holder.query('rollback')
    expect((await resetting).status).toBe(200)
    const answer = await signingIn
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([409, []])
    expect(await shop.db.$count(sessions, eq(sessions.userId, person.id))).toBe(0)
  })

  test('a link used while its owner ends all sessions sets no password', async () => {
    const person = await signedUp()
    const owner = openBrowser(shop.app, shop.config.publicUrl)
    for (let n = 0; n < 2; n++) await owner.post('/api/auth/request-password-reset', { email: person.email })
    const { hash } = new URL(shop.mails.findLast(({ to }) => to === person.email)?.action?.url ?? 'missing:')
    const token = new URLSearchParams(hash.slice(1)).get('token')
    // Locks the older link: the newer one has yet to be ended.
    await holder.query('begin')
    await holder.query('select from verification where value = $1 order by id limit 1 for update', [person.id])
    const ending = person.browser.post('/api/auth/revoke-sessions', {})
    await opened.untilWaiting(1)
    const using = owner.post('/api/auth/reset-password', { token, newPassword: 'second-secret' })
    await opened.untilWaiting(2)
    await holder.query('rollback')
    expect([(await ending).status, (await using).status]).toEqual([200, 400])
    const tried = await owner.post('/api/auth/sign-in/email', { email: person.email, password: 'second-secret' })
    expect(tried.status).toBe(401)
  })

  test('nobody can sign in while being removed', async () => {
    const person = await signedUp()
    await holder.query('begin')
    await holder.query('update "user" set removed_at = now() where id = $1', [person.id])
    await holder.query('delete from session where user_id = $1', [person.id])
    const browser = openBrowser(shop.app, shop.config.publicUrl)
    const signingIn = browser.post('/api/auth/sign-in/email', { email: person.email, password })
    await Promise.race([signingIn, opened.untilWaiting(1)])
    await holder.query('commit')
    const answer = await signingIn
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'ACCOUNT_REMOVED' }])
    expect(await shop.db.$count(sessions, eq(sessions.userId, person.id))).toBe(0)
  })
})
