import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { findUserByEmail } from '#features/accounts/store.ts'
import { sessions } from '#features/accounts/tables.ts'
import { openBrowser } from '#testing/browser.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { openShopBesideHolder } from '#testing/locks.ts'
import { stockOf } from '#testing/stock.ts'

const server = process.env.TEST_DATABASE_URL ?? ''
const password = 'first-secret'

// Not on the embedded engine: it has one connection, so nobody waits for another's lock.
describe.runIf(server)('while another transaction holds rows', () => {
  let opened: Awaited<ReturnType<typeof openShopBesideHolder>>
  let shop: typeof opened.shop
  let holder: typeof opened.holder
  let made = 0
  beforeAll(async () => {
    opened = await openShopBesideHolder(server)
    ;({ shop, holder } = opened)
  })
  afterAll(() => opened.close())

  async function signedUp(role: 'admin' | 'user') {
    made += 1
    const email = `nusrat${made}@example.com`
    const browser = openBrowser(shop.app, shop.config.publicUrl)
    await browser.post('/api/auth/sign-up/email', { email, password, name: 'Nusrat' })
    const id = (await findUserByEmail(shop.db, email))?.id ?? ''
    await holder.query('update "user" set role = $1 where id = $2', [role, id])
    const token = (await browser.accessToken(email)) ?? ''
    return { id, email, browser, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } }
  }
  type Person = Awaited<ReturnType<typeof signedUp>>

  const signOut = ({ browser }: Person) => browser.post('/api/auth/sign-out', {})
  const call = (by: Person, method: string, path: string, body?: object) =>
    Promise.resolve(
      shop.app.request(`/api${path}`, { method, headers: by.headers, ...(body && { body: JSON.stringify(body) }) }),
    )
  test('an act that waited for its actor’s row is not done if they signed out meanwhile', async () => {
    const tool = await makeTool(shop.db)
    const acts: [Person, (by: Person) => Promise<Response>][] = [
      [await signedUp('admin'), (by) => call(by, 'PATCH', `/tool/${tool.id}`, { version: 1, price: 0.01 })],
      [await signedUp('user'), (by) => call(by, 'POST', '/order', orderOf(tool))],
    ]
    for (const [person, act] of acts) {
      await holder.query('begin')
      await holder.query('select from "user" where id = $1 for update', [person.id])
      const acting = act(person)
      await opened.untilWaiting()
      expect((await signOut(person)).status).toBe(200)
      await holder.query('rollback')
      expect((await acting).status).toBe(401)
    }
    expect((await shop.shop.catalogue.get(tool.id)).price).toBe(101.4)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  })

  test('an act that already waits for somebody else’s row is finished before its sender’s sign-out', async () => {
    const [thief, friend] = [await signedUp('admin'), await signedUp('user')]
    await holder.query('begin')
    await holder.query('select from "user" where id = $1 for update', [friend.id])
    const acting = call(thief, 'PUT', `/user/admin/${friend.email}`)
    await opened.untilWaiting()
    const out = signOut(thief)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await holder.query('rollback')
    expect((await acting).status).toBe(200)
    // The sign-out is confirmed after the act, never before it.
    expect((await out).status).toBe(200)
    expect((await findUserByEmail(shop.db, friend.email))?.role).toBe('admin')
  })

  test('an act locks its actor’s row exclusively, so that ending their session comes next', async () => {
    const tool = await makeTool(shop.db)
    const person = await signedUp('admin')
    await holder.query('begin')
    await holder.query('select from tool where id = $1 for update', [tool.id])
    const acting = [70, 71, 72].map((price) => call(person, 'PATCH', `/tool/${tool.id}`, { version: 1, price }))
    await opened.untilWaiting()
    await holder.query('savepoint before')
    const sharing = holder.query('select from "user" where id = $1 for share nowait', [person.id])
    await expect(sharing).rejects.toThrow('could not obtain lock')
    await holder.query('rollback to before')
    // The others wait for their turn without holding a connection.
    expect(await opened.waiting()).toBe(1)
    await holder.query('rollback')
    const statuses = (await Promise.all(acting)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409, 409])
  })

  test.each(['the link in a mail', 'the password before'])(
    'no password is set by %s if the old sessions cannot be ended',
    async (by) => {
      const person = await signedUp('user')
      const owner = openBrowser(shop.app, shop.config.publicUrl)
      const newPassword = 'second-secret'
      await owner.post('/api/auth/request-password-reset', { email: person.email })
      const { hash } = new URL(shop.mails.findLast(({ to }) => to === person.email)?.action?.url ?? 'missing:')
      await owner.post('/api/auth/sign-in/email', { email: person.email, password })
      await holder.query('begin')
      await holder.query('select from session where user_id = $1 for key share', [person.id])
      const answer = await (by === 'the link in a mail'
        ? owner.post('/api/auth/reset-password', {
            token: new URLSearchParams(hash.slice(1)).get('token'),
            newPassword,
          })
        : owner.post('/api/auth/change-password', { currentPassword: password, newPassword }))
      await holder.query('rollback')
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
      const tries = [newPassword, password].map((tried) =>
        openBrowser(shop.app, shop.config.publicUrl).post('/api/auth/sign-in/email', {
          email: person.email,
          password: tried,
        }),
      )
      expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([401, 200])
      expect((await call(person, 'GET', '/profile')).status).toBe(200)
    },
  )

  test('a sign-in fails if the password cannot be checked in time', async () => {
    const person = await signedUp('user')
    await holder.query('begin')
    await holder.query('select from account where user_id = $1 for update', [person.id])
    const thief = openBrowser(shop.app, shop.config.publicUrl)
    const answer = await thief.post('/api/auth/sign-in/email', { email: person.email, password })
    await holder.query('rollback')
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([503, []])
    expect(await shop.db.$count(sessions, eq(sessions.userId, person.id))).toBe(1)
  })

  test('sessions that cannot be ended and a session that cannot be renewed are 503', async () => {
    const person = await signedUp('user')
    const { browser, email } = person
    const expiresAt = new Date(Date.now() + 28 * 24 * 3_600_000)
    await holder.query('update session set expires_at = $1 where user_id = $2', [expiresAt, person.id])
    await holder.query('begin')
    await holder.query('select from session where user_id = $1 for update', [person.id])
    const cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: shop.config.publicUrl }
    const answers = await Promise.all([
      browser.post('/api/auth/revoke-sessions', {}),
      browser.get('/api/auth/get-session'),
      shop.app.request(`/api/user/${email}`, { method: 'PUT', headers }),
    ])
    await holder.query('rollback')
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])

    // The session no longer needs to be renewed, and this lock blocks only its end.
    expect((await call(person, 'GET', '/profile')).status).toBe(200)
    await browser.get('/api/auth/get-session')
    await holder.query('begin')
    await holder.query('select from session where user_id = $1 for key share', [person.id])
    const held = await browser.post('/api/auth/revoke-sessions', {})
    await holder.query('rollback')
    expect([held.status, held.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await call(person, 'GET', '/profile')).status).toBe(200)
    expect((await browser.post('/api/auth/revoke-sessions', {})).status).toBe(200)
    expect((await call(person, 'GET', '/profile')).status).toBe(401)
  })

  test('a sign-out that did not end the session says so', async () => {
    const person = await signedUp('user')
    await holder.query('begin')
    await holder.query('select from session where user_id = $1 for key share', [person.id])
    const answer = await signOut(person)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await answer.text()).toContain('you are still signed in')
    await holder.query('rollback')
    expect((await call(person, 'GET', '/profile')).status).toBe(200)
    expect((await signOut(person)).status).toBe(200)
    expect((await call(person, 'GET', '/profile')).status).toBe(401)
  })
})
