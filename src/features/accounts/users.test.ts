import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#platform/ids.ts'
import { readPages } from '#testing/paging.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { User, userSorts } from './schema.ts'
import { findUserByEmail } from './store.ts'
import { sessions } from './tables.ts'

type Person = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let admin: Person
let user: Person
beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signedIn({ role: 'admin', name: 'Sadia Karim' })
  user = await shop.signedIn({ name: 'Rafiq Uddin' })
  await shop.signedIn({ name: 'Rafiq Uddin' })
  await shop.signedIn({ name: 'Nusrat_Jahan', email: 'nusrat@wholesale.example' })
})
afterAll(() => shop.close())

const call = async (path: string, { headers }: Person = admin, method = 'GET') =>
  shop.app.request(`/api${path}`, { method, headers })
const users = async (query: string) => z.array(User).parse(await (await call(`/user${query}`)).json())

describe('GET /user', () => {
  test('is the whole list, newest first, without parameters', async () => {
    const answer = await call('/user')
    expect(answer.headers.get('x-total-count')).toBe('5')
    expect(answer.headers.get('link')).toBeNull()
    const [first, ...rest] = z.array(User).parse(await answer.json())
    expect(first).toMatchObject({ name: 'Nusrat_Jahan', role: 'user', removed: false })
    expect(rest).toHaveLength(4)
  })

  test('searches name and e-mail for the text as it stands', async () => {
    expect(await users('?q=rafiq')).toHaveLength(2)
    expect((await users('?q=WHOLESALE')).map(({ name }) => name)).toEqual(['Nusrat_Jahan'])
    expect((await users('?q=t_j')).map(({ name }) => name)).toEqual(['Nusrat_Jahan'])
    expect(await users('?q=%25')).toEqual([])
  })

  test.each(userSorts)('sorted by %s, pages contain each user once and in order', async (sort) => {
    const whole = await users(`?sort=${sort}`)
    expect(whole).toHaveLength(5)
    const ask = (address: string) => call(address)
    for (const limit of [1, 2, 5]) expect(await readPages(ask, `/user?sort=${sort}&limit=${limit}`)).toEqual(whole)
    const turned = sort.startsWith('-') ? sort.slice(1) : undefined
    if (turned) expect(await users(`?sort=${turned}`)).toEqual(whole.toReversed())
  })

  test.each(['?limit=0', '?sort=age', '?cursor=nonsense'])('%s is refused with 400', async (query) => {
    expect((await call(`/user${query}`)).status).toBe(400)
  })

  test('is refused to anyone but admins', async () => {
    expect((await shop.app.request('/api/user?q=a')).status).toBe(401)
    expect((await call('/user?q=a', user)).status).toBe(403)
  })
})

describe('a removed user', () => {
  test('stays in the list and cannot be made an admin', async () => {
    const leaving = await shop.signedIn({ name: 'Leaving' })
    expect((await call(`/user/${leaving.actor.email}`, admin, 'DELETE')).status).toBe(204)
    expect(await users('?q=Leaving')).toMatchObject([{ removed: true, role: 'user' }])
    expect((await call(`/user/admin/${leaving.actor.email}`, admin, 'PUT')).status).toBe(404)
    expect(await findUserByEmail(shop.db, leaving.actor.email)).toMatchObject({ role: 'user' })
    expect(await shop.db.$count(sessions, eq(sessions.userId, leaving.actor.id))).toBe(0)
    expect(await shop.db.$count(sessions, eq(sessions.userId, user.actor.id))).toBe(1)
  })

  test('has no profile once gone from the database', async () => {
    const gone = { ...user.actor, id: newId() }
    await expect(shop.shop.accounts.profile(gone)).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  test('loses admin rights on the very next call', async () => {
    const second = await shop.signedIn({ role: 'admin' })
    expect((await call('/user', second)).status).toBe(200)
    await call(`/user/${second.actor.email}`, admin, 'DELETE')
    for (const [path, method] of [
      ['/user', 'GET'],
      ['/quote', 'GET'],
      [`/user/${user.actor.email}`, 'DELETE'],
    ] as const) {
      expect((await call(path, second, method)).status).toBe(401)
    }
    expect(await findUserByEmail(shop.db, user.actor.email)).toMatchObject({ removedAt: null })
  })
})

test('a refused call changes no user', async () => {
  for (const [path, method] of [
    [`/user/admin/${user.actor.email}`, 'PUT'],
    [`/user/${admin.actor.email}`, 'DELETE'],
    [`/user/admin/${admin.actor.email}`, 'DELETE'],
  ] as const) {
    expect((await call(path, user, method)).status).toBe(403)
    expect((await shop.app.request(`/api${path}`, { method })).status).toBe(401)
  }
  expect(await findUserByEmail(shop.db, user.actor.email)).toMatchObject({ role: 'user' })
  expect(await findUserByEmail(shop.db, admin.actor.email)).toMatchObject({ role: 'admin', removedAt: null })
})

test('an unknown e-mail is not an admin', async () => {
  expect(await shop.shop.accounts.isAdmin(admin.actor, 'nobody@example.com')).toBe(false)
})

describe('revoking admin rights', () => {
  test('takes effect on the very next call and can be undone', async () => {
    const second = await shop.signedIn({ role: 'admin' })
    const path = `/user/admin/${second.actor.email}`
    const answer = await call(path, admin, 'DELETE')
    expect([answer.status, await answer.json()]).toEqual([200, { admin: false }])
    expect((await call('/user', second)).status).toBe(403)
    expect(await findUserByEmail(shop.db, second.actor.email)).toMatchObject({ role: 'user', removedAt: null })
    expect((await call(path, second, 'DELETE')).status).toBe(403)
    expect((await call(path, admin, 'DELETE')).status).toBe(200)
    expect((await call(path, admin, 'PUT')).status).toBe(200)
    expect((await call('/user', second)).status).toBe(200)
  })

  test('answers 404 for an unknown or removed user', async () => {
    const leaving = await shop.signedIn()
    await call(`/user/${leaving.actor.email}`, admin, 'DELETE')
    for (const email of ['nobody@example.com', leaving.actor.email]) {
      expect((await call(`/user/admin/${email}`, admin, 'DELETE')).status).toBe(404)
    }
  })

  test('always leaves one admin, even when two revoke each other at once', async () => {
    const own = await openTestShop()
    const [one, two] = [await own.signedIn({ role: 'admin' }), await own.signedIn({ role: 'admin' })]
    const revoke = (who: Person, email: string) =>
      own.app.request(`/api/user/admin/${email}`, { method: 'DELETE', headers: who.headers })
    expect((await revoke(one, own.config.admin.email)).status).toBe(200)
    const both = await Promise.all([revoke(one, two.actor.email), revoke(two, one.actor.email)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = (await own.shop.accounts.isAdmin(one.actor, one.actor.email)) ? one : two
    const refused = await revoke(left, left.actor.email)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('last admin') })
    await own.close()
  })
})

test('the last admin can be removed only after another has been made', async () => {
  const own = await openTestShop()
  const only = await own.signedIn({ role: 'admin' })
  const [next, other] = [await own.signedIn(), await own.signedIn()]
  const as = async (method: string, path: string, { headers }: Person = only) =>
    own.app.request(`/api${path}`, { method, headers })
  for (const email of [own.config.admin.email, other.actor.email])
    expect((await as('DELETE', `/user/${email}`)).status).toBe(204)
  const refused = await as('DELETE', `/user/${only.actor.email}`)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('last admin') })
  expect((await as('GET', '/user')).status).toBe(200)
  expect((await as('PUT', `/user/admin/${next.actor.email}`)).status).toBe(200)
  expect((await as('DELETE', `/user/${only.actor.email}`)).status).toBe(204)
  expect((await as('GET', '/user')).status).toBe(401)
  expect((await as('GET', '/user', next)).status).toBe(200)
  await own.close()
})
