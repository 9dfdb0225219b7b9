import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { findUserByEmail } from '#features/accounts/store.ts'
import { openBrowser } from '#testing/browser.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { openShopBesideHolder } from '#testing/locks.ts'
import { stockOf } from '#testing/stock.ts'

const server = process.env.TEST_DATABASE_URL ?? ''
const password = 'first-secret'

// The embedded engine has one connection: nobody ever waits for another's lock.
describe.runIf(server)('beside somebody who holds rows', () => {
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
  /** The calls that wait for a lock. */
  const waiting = async () => {
    const found = await shop.db.execute<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    return z.number().parse(found.rows[0]?.n)
  }
  async function untilItWaits(): Promise<void> {
    while ((await waiting()) === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  test('what waited for the row of who acts is not done when they have signed out meanwhile', async () => {
    const tool = await makeTool(shop.db)
    const acts: [Person, (by: Person) => Promise<Response>][] = [
      [await signedUp('admin'), (by) => call(by, 'PATCH', `/tool/${tool.id}`, { version: 1, price: 0.01 })],
      [await signedUp('user'), (by) => call(by, 'POST', '/order', orderOf(tool))],
    ]
    for (const [person, act] of acts) {
      await holder.query('begin')
      await holder.query('select from "user" where id = $1 for update', [person.id])
      const acting = act(person)
      await untilItWaits()
      expect((await signOut(person)).status).toBe(200)
      await holder.query('rollback')
      expect((await acting).status).toBe(401)
    }
    expect((await shop.shop.catalogue.get(tool.id)).price).toBe(101.4)
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  })

  test('nobody is an admin by a call that waited for their row, whose sender has signed out', async () => {
    const [thief, friend] = [await signedUp('admin'), await signedUp('user')]
    await holder.query('begin')
    await holder.query('select from "user" where id = $1 for update', [friend.id])
    const acting = call(thief, 'PUT', `/user/admin/${friend.email}`)
    await untilItWaits()
    const out = signOut(thief)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await holder.query('rollback')
    expect((await acting).status).toBe(200)
    // Told after the act, never before it.
    expect((await out).status).toBe(200)
    expect((await findUserByEmail(shop.db, friend.email))?.role).toBe('admin')
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
