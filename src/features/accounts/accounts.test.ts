import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { messages } from '#content/messages.ts'
import { refusals } from '#content/refusals.ts'
import { testLog } from '#testing/log.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { findUserByEmail } from './store.ts'

let test: TestShop
beforeAll(async () => {
  test = await openTestShop()
})
afterAll(() => test.close())

const origin = 'http://localhost:3000'
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  test.app.request(`/api/auth${path}`, json('POST', body, { origin, ...headers }))

/** The cookies of an answer as a browser would send them back. */
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

async function signUp(email: string, password = 'sage-7-tea', name = 'Nusrat Jahan') {
  const answer = await post('/sign-up/email', { email, password, name })
  return { answer, cookie: cookiesOf(answer) }
}

const exchange = (email: string, cookie = '') =>
  test.app.request(`/api/user/${email}`, json('PUT', { email }, { cookie, origin }))

async function tokenOf(email: string, cookie: string): Promise<string> {
  const { token }: { token: string } = await (await exchange(email, cookie)).json()
  return token
}

const asked = (path: string, token: string, method = 'GET') =>
  test.app.request(path, { method, headers: { authorization: `Bearer ${token}` } })

describe('sign up and log in', () => {
  it('signs up, and exchanges the session for a token that opens calls', async () => {
    const { answer, cookie } = await signUp('first@example.com')
    expect(answer.status).toBe(200)
    const token = await tokenOf('first@example.com', cookie)
    const admin = await asked('/api/admin/first@example.com', token)
    expect(await admin.json()).toEqual({ admin: false })
  })

  it('lets the first admin in with the configured password', async () => {
    const { email, password } = test.config.admin
    expect((await post('/sign-in/email', { email, password })).status).toBe(200)
  })

  it('keeps the session in a cookie that scripts cannot read', async () => {
    const { answer } = await signUp('cookie@example.com')
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly.*SameSite=Lax/i)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('never takes a role from the form', async () => {
    await post('/sign-up/email', { email: 'sly@example.com', password: 'sage-7-tea', name: 'Sly', role: 'admin' })
    expect((await findUserByEmail(test.db, 'sly@example.com'))?.role ?? 'user').toBe('user')
  })

  it('explains an e-mail that only the library refuses and a body that is not JSON', async () => {
    const { answer } = await signUp('no..body@example.com')
    const problem = { detail: messages.emailInvalid, errors: [{ path: 'email', message: messages.emailInvalid }] }
    expect(await answer.json()).toMatchObject(problem)
    const asText = { 'content-type': 'text/plain' }
    const login = await post('/sign-in/email', { email: 'taken@example.com', password: 'sage-7-tea' }, asText)
    expect([login.status, await login.json()]).toMatchObject([415, { detail: 'Send JSON, as application/json.' }])
  })

  it('says in the specification’s words what is wrong', async () => {
    await signUp('taken@example.com')
    const taken = await signUp('taken@example.com')
    expect(taken.answer.status).toBe(422)
    expect(await taken.answer.json()).toMatchObject({ detail: refusals.emailTaken })
    const short = await signUp('short@example.com', '12345')
    expect(await short.answer.json()).toMatchObject({ status: 422, detail: messages.passwordTooShort })
    const wrong = await post('/sign-in/email', { email: 'taken@example.com', password: 'not this one' })
    expect(wrong.status).toBe(401)
    expect(wrong.headers.get('content-type')).toBe('application/problem+json')
    expect(await wrong.json()).toMatchObject({ detail: refusals.wrongPassword })
  })

  it('gives all but one of several simultaneous sign-ups the same answer and logs nothing', async () => {
    const failed = vi.spyOn(testLog, 'error')
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp('at-once@example.com')))
    const bodies = await Promise.all(answers.map(({ answer }) => answer.json()))
    const statuses = answers.map(({ answer }) => answer.status)
    expect(statuses.toSorted()).toEqual([200, 422, 422, 422, 422, 422])
    const late = await signUp('at-once@example.com')
    const taken = await late.answer.json()
    expect(taken).toMatchObject({ detail: refusals.emailTaken })
    expect(bodies.filter((_, n) => statuses[n] === 422)).toEqual(Array(5).fill(taken))
    expect(failed).not.toHaveBeenCalled()
    failed.mockRestore()
  })

  it('accepts passwords of 6 to 128 characters only', async () => {
    const statusOf = async (length: number) =>
      (await signUp(`long${length}@example.com`, 'x7'.repeat(64).slice(0, length).padEnd(length, 'x'))).answer.status
    expect([await statusOf(5), await statusOf(6), await statusOf(128), await statusOf(129)]).toEqual([
      422, 200, 200, 422,
    ])
  })

  it('answers an unknown e-mail like a wrong password', async () => {
    await signUp('known@example.com')
    const [known, unknown] = await Promise.all(
      ['known@example.com', 'nobody@example.com'].map((email) =>
        post('/sign-in/email', { email, password: 'wrong-one' }),
      ),
    )
    expect(await known?.json()).toEqual(await unknown?.json())
  })

  it('ends the session on sign-out', async () => {
    const { cookie } = await signUp('out@example.com')
    expect((await post('/sign-out', {}, { cookie })).status).toBe(200)
    expect((await exchange('out@example.com', cookie)).status).toBe(401)
  })

  it('refuses a sign-out sent by another site', async () => {
    const { cookie } = await signUp('csrf@example.com')
    const forged = await post('/sign-out', {}, { cookie, origin: 'https://evil.example' })
    expect(forged.status).toBe(403)
    expect((await exchange('csrf@example.com', cookie)).status).toBe(200)
  })

  it('keeps routes that the shop does not use closed', async () => {
    for (const path of [
      '/delete-user',
      '/change-email',
      '/set-password',
      '/list-sessions',
      '/unlink-account',
      '/admin/set-role',
    ]) {
      expect((await post(path, {})).status).toBe(404)
    }
  })
})

describe('PUT /user/{email}', () => {
  it('answers 401 without a session and 403 for another e-mail', async () => {
    const { cookie } = await signUp('self@example.com')
    expect((await exchange('self@example.com')).status).toBe(401)
    expect((await exchange('first@example.com', cookie)).status).toBe(403)
    expect((await exchange('SELF@example.com', cookie)).status).toBe(200)
  })
})

describe('admins', () => {
  it('lists, promotes and removes users; nobody else may', async () => {
    const admin = await test.signedIn({ role: 'admin' })
    const user = await test.signedIn()
    for (const [method, path] of [
      ['GET', '/api/user'],
      ['PUT', `/api/user/admin/${user.actor.email}`],
      ['DELETE', `/api/user/${user.actor.email}`],
    ] as const) {
      expect((await test.app.request(path, { method })).status).toBe(401)
      expect((await asked(path, user.token, method)).status).toBe(403)
    }
    expect(await (await asked('/api/user', admin.token)).json()).toContainEqual(
      expect.objectContaining({ email: user.actor.email, role: 'user', removed: false }),
    )
    expect(await (await asked(`/api/user/admin/${user.actor.email}`, admin.token, 'PUT')).json()).toEqual({
      admin: true,
    })
    expect((await asked('/api/user/admin/nobody@example.com', admin.token, 'PUT')).status).toBe(404)
  })

  it('gives the new role on the very next call, with the old token', async () => {
    const admin = await test.signedIn({ role: 'admin' })
    const user = await test.signedIn()
    expect((await asked('/api/user', user.token)).status).toBe(403)
    await asked(`/api/user/admin/${user.actor.email}`, admin.token, 'PUT')
    expect((await asked('/api/user', user.token)).status).toBe(200)
  })

  it('ends a removed user’s access at once: token, session and password', async () => {
    const admin = await test.signedIn({ role: 'admin' })
    const { cookie } = await signUp('leaving@example.com')
    const token = await tokenOf('leaving@example.com', cookie)
    expect((await asked('/api/user/leaving@example.com', admin.token, 'DELETE')).status).toBe(204)
    expect((await asked('/api/admin/leaving@example.com', token)).status).toBe(401)
    expect((await exchange('leaving@example.com', cookie)).status).toBe(401)
    const again = await post('/sign-in/email', { email: 'leaving@example.com', password: 'sage-7-tea' })
    expect(again.status).toBe(403)
    expect(await again.json()).toMatchObject({ detail: messages.accountRemoved })
    expect((await asked('/api/user/leaving@example.com', admin.token, 'DELETE')).status).toBe(404)
  })

  it('asks about others only as an admin', async () => {
    const admin = await test.signedIn({ role: 'admin' })
    const user = await test.signedIn()
    expect((await asked(`/api/admin/${admin.actor.email}`, user.token)).status).toBe(403)
    expect(await (await asked(`/api/admin/${user.actor.email}`, admin.token)).json()).toEqual({ admin: false })
    expect(await (await asked(`/api/admin/${admin.actor.email}`, admin.token)).json()).toEqual({ admin: true })
  })
})

describe('the last admin', () => {
  it('cannot be removed, even by two requests at once', async () => {
    const shop = await openTestShop()
    const first = await shop.signedIn({ role: 'admin' })
    const remove = (email: string) =>
      shop.app.request(`/api/user/${email}`, { method: 'DELETE', headers: first.headers })
    expect((await remove(shop.config.admin.email)).status).toBe(204)
    const second = await shop.signedIn({ role: 'admin' })
    const both = await Promise.all([
      remove(second.actor.email),
      shop.app.request(`/api/user/${first.actor.email}`, { method: 'DELETE', headers: second.headers }),
    ])
    const left = await findUserByEmail(shop.db, first.actor.email)
    const other = await findUserByEmail(shop.db, second.actor.email)
    expect([left?.role, other?.role].filter((role) => role === 'admin')).toHaveLength(1)
    expect(both.filter((answer) => answer.status === 204)).toHaveLength(1)
    await shop.close()
  })
})
