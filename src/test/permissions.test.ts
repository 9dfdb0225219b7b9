import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authRoutes } from '#features/accounts/auth-routes.ts'
import { createQuoteLinks } from '#features/quotes/link.ts'
import { callers, matrix, type Caller } from '#testing/permissions/matrix.ts'
import { openPermissionShop, type PermissionShop } from '#testing/permissions/world.ts'

let shop: PermissionShop
beforeAll(async () => {
  shop = await openPermissionShop()
})
afterAll(() => shop.close())

describe('the permission matrix', () => {
  test('has every call of the app', () => {
    const calls = shop.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path.slice('/api'.length)}`)
    expect([...new Set(calls)].toSorted()).toEqual(Object.keys(matrix).toSorted())
  })

  test.each(Object.entries(matrix))('%s', async (name, call) => {
    const statuses: Partial<Record<Caller, number>> = {}
    for (const caller of callers)
      statuses[caller] = (await shop.make(name, call, await shop.worldOf(name), shop.tokenOf(caller))).status
    expect(statuses).toEqual(Object.fromEntries(callers.map((caller, i) => [caller, call.statuses[i]])))
  })

  /** What the link to an offer allows anyone who has it, without an account. */
  const byLink: Readonly<Record<string, number>> = {
    'GET /quote/:quoteId': 200,
    'GET /quote/:quoteId/offer.pdf': 200,
    'POST /quote/:quoteId/decline': 204,
    'POST /quote/:quoteId/withdraw': 204,
    'POST /quote/:quoteId/message': 204,
  }
  // Anyone may request a quote, but by now the limit has been reached.
  const others = Object.entries(matrix).filter(([name]) => name !== 'POST /quote')
  test.each(others)('%s, for the holder of a link', async (name, call) => {
    const world = await shop.worldOf(name)
    const until = new Date(shop.clock.now().getTime() + 86_400_000)
    const token = createQuoteLinks(shop.config.authSecret).tokenFor(world.quoteId, until)
    const answer = await shop.make(name, call, world, undefined, { 'quote-link': token })
    expect(answer.status).toBe(byLink[name] ?? call.statuses[0])
  })

  const megabytes = 'x'.repeat(2 * 1024 * 1024)
  /** Requests that are wrong in more than who makes them. */
  const wrongBodies: Readonly<Record<string, { type: string; body: string }>> = {
    'is no JSON': { type: 'application/json', body: '{"nonsense":' },
    'breaks every rule': { type: 'application/json', body: '{"surprise":[],"version":"x","price":-1}' },
    'is of another type': { type: 'text/plain', body: 'x' },
    'is of a type that is none': { type: ';;', body: 'x' },
    'has two megabytes': { type: 'application/json', body: megabytes },
    'is larger than a picture may be': { type: 'image/png', body: megabytes.repeat(5) },
  }
  const nowhere = {
    mailId: 'nonsense',
    quoteId: 'nonsense',
    toolId: 'nonsense',
    orderId: 'nonsense',
    stranger: 'nonsense',
  }
  const refused = Object.entries(matrix).flatMap(([name, call]) =>
    callers.flatMap((caller, i) => {
      const status = call.statuses[i] ?? 0
      return [401, 403].includes(status) && !name.startsWith('GET ') ? [{ name, caller, status, call }] : []
    }),
  )
  test.each(refused)(
    '$name by $caller is $status before the request is read',
    async ({ name, call, caller, status }) => {
      const [method = ''] = name.split(' ')
      const world = await shop.sharedWorld()
      const authorization = { authorization: `Bearer ${shop.tokenOf(caller) ?? ''}` }
      for (const [what, { type, body }] of Object.entries(wrongBodies)) {
        const headers = { 'content-type': type, ...authorization }
        const answer = await shop.app.request(`/api${call.path(world)}`, { method, headers, body })
        expect(answer.status, what).toBe(status)
      }
      const lost = await shop.app.request(`/api${call.path({ ...world, ...nowhere })}`, {
        method,
        headers: authorization,
      })
      expect(lost.status, 'an address that is none').toBe(status)
    },
  )

  const forSignedIn = Object.entries(authRoutes).filter(([, route]) => route.signedIn)
  test.each(forSignedIn)('POST /auth%s needs a session', async (path, { method }) => {
    const bodies = ['{}', '{"nonsense":', '{"email":1}', JSON.stringify({ name: 'Sly' }), megabytes]
    for (const body of bodies) {
      const answer = await shop.app.request(`/api/auth${path}`, { method, headers: shop.people.user.headers, body })
      expect(answer.status, body.slice(0, 20)).toBe(401)
    }
  })
})
