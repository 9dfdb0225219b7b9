import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factorMessages } from '#content/factors.ts'
import { findUserById } from '#features/accounts/store.ts'
import { passkeys, sessions, users } from '#features/accounts/tables.ts'
import { newId } from '#platform/ids.ts'
import type { Actor } from '#shared/actor.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { callers, matrix } from '#testing/permissions/matrix.ts'
import { openPermissionShop, type PermissionShop } from '#testing/permissions/world.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

let shop: PermissionShop
beforeAll(async () => {
  shop = await openPermissionShop()
})
afterAll(() => shop.close())

describe('where staff need a second factor', () => {
  let strict: TestShop
  let lacking: string
  beforeAll(async () => {
    const { authSecret } = shop.config
    strict = await openTestShop({ staffFactor: 'required', authSecret }, shop.shop.engine)
    lacking = (await shop.signedIn({ role: 'admin' })).token
    const { session } = shop.people.admin.actor
    await shop.db.update(sessions).set({ secondFactor: 'code' }).where(eq(sessions.id, session))
  })

  const others = Object.entries(matrix).filter(([name]) => name !== 'POST /quote')
  test.each(others)('%s', async (name, call) => {
    const has = await shop.make(name, call, await shop.worldOf(name), shop.people.admin.token, {}, strict)
    expect(has.status, 'an admin who has one').toBe(call.statuses[callers.indexOf('admin')])
    const user = await shop.make(name, call, await shop.worldOf(name), shop.people.user.token, {}, strict)
    expect(user.status, 'a user').toBe(call.statuses[callers.indexOf('user')])
    const lacks = await shop.make(name, call, await shop.worldOf(name), lacking, {}, strict)
    expect(lacks.status, 'an admin who lacks one').toBe(call.statuses[callers.indexOf('other user')])
    if (lacks.status !== 403) return
    const problem = { code: 'SECOND_FACTOR_REQUIRED', detail: factorMessages.staffNeedOne }
    expect(await lacks.json()).toMatchObject(problem)
  })

  test('an admin without one is told that they are an admin, and what is missing', async () => {
    const { actor, token } = await shop.signedIn({ role: 'admin' })
    const ask = async ({ app }: Pick<TestShop, 'app'>) => {
      const answer = await app.request(`/api/admin/${actor.email}`, { headers: { authorization: `Bearer ${token}` } })
      return answer.json()
    }
    expect(await ask(strict)).toEqual({ admin: true, lacksSecondFactor: true })
    expect(await ask(shop)).toEqual({ admin: true })
  })

  test('an admin without one gets no mails for staff either', async () => {
    const { app, clock, db, mails } = strict
    const [lacks, hasCodes, hasKey] = [
      await strict.signedIn({ role: 'admin' }),
      await strict.signedIn({ role: 'admin' }),
      await strict.signedIn({ role: 'admin' }),
    ]
    await db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, hasCodes.actor.id))
    const key = { credentialID: newId(), publicKey: 'x', counter: 0, deviceType: 'x', backedUp: false, name: 'Laptop' }
    await db.insert(passkeys).values({ ...key, userId: hasKey.actor.id, createdAt: clock.now() })
    // Chosen while they had one, or before the shop required it.
    for (const { actor } of [lacks, hasCodes, hasKey]) await strict.shop.staffNotices.put(actor, { orders: 'at-once' })
    clock.advance({ seconds: 1 })
    const buyer = await strict.signedIn()
    await strict.shop.orders.place(buyer.subject, orderOf(await makeTool(db)), undefined)
    clock.advance({ seconds: 60 })
    mails.length = 0
    await strict.shop.staffNotices.tell()
    const told = mails.map(({ to }) => to)
    expect(told).toEqual(expect.arrayContaining([hasCodes.actor.email, hasKey.actor.email]))
    expect(told).not.toContain(lacks.actor.email)
    expect((await app.request('/api/staff/notices', { headers: lacks.headers })).status).toBe(403)
  })

  test('an admin without one cannot act as staff in a transaction either', async () => {
    const { actor } = await shop.signedIn({ role: 'admin' })
    const waited: Actor = { ...actor, staffFactor: 'required', role: 'admin' }
    await expect(strict.shop.accounts.makeAdmin(waited, shop.people.user.actor.email)).rejects.toMatchObject({
      kind: 'forbidden',
    })
    expect((await findUserById(shop.db, shop.people.user.actor.id))?.role).toBe('user')
  })
})
