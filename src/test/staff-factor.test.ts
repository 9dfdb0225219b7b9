import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factorMessages } from '#content/factors.ts'
import { findUserById } from '#features/accounts/store.ts'
import { sessions } from '#features/accounts/tables.ts'
import type { Actor } from '#shared/actor.ts'
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

  test('an admin without one cannot act as staff in a transaction either', async () => {
    const { actor } = await shop.signedIn({ role: 'admin' })
    const waited: Actor = { ...actor, staffFactor: 'required', role: 'admin' }
    await expect(strict.shop.accounts.makeAdmin(waited, shop.people.user.actor.email)).rejects.toMatchObject({
      kind: 'forbidden',
    })
    expect((await findUserById(shop.db, shop.people.user.actor.id))?.role).toBe('user')
  })
})
