import { eq } from 'drizzle-orm'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factorMessages } from '#content/factors.ts'
import { authRoutes } from '#features/accounts/auth-routes.ts'
import { listPublicKeys } from '#features/accounts/signing-keys.ts'
import { findUserById, removeUser } from '#features/accounts/store.ts'
import { sessions } from '#features/accounts/tables.ts'
import { NewTool, Tool } from '#features/catalogue/schema.ts'
import { OrderPlaced } from '#features/orders/schema.ts'
import { reviews } from '#features/reviews/tables.ts'
import { createQuoteLinks } from '#features/quotes/link.ts'
import { insertQuote } from '#features/quotes/store.ts'
import { newId } from '#platform/ids.ts'
import type { Actor } from '#shared/actor.ts'
import { minor, toMajor } from '#shared/money.ts'
import { anAddress, makeFailedMail, makeTool, makeUser, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'

const callers = ['nobody', 'user', 'other user', 'removed user', 'admin'] as const
type Caller = (typeof callers)[number]

/** What a call is about: a tool for sale, and the user's own unpaid order of it. Made new for each call. */
type World = {
  mailId: string
  quoteId: string
  reviewId: string
  toolId: string
  version: number
  orderId: string
  price: number
  email: string
  stranger: string
}
type Call = {
  /** The status each caller gets, in the order of `callers`. */
  statuses: readonly [number, number, number, number, number]
  path: (world: World) => string
  body?: (world: World) => unknown
}

const anyone = (status: number) => [status, status, status, status, status] as const
const signedIn = (status: number) => [401, status, status, 401, status] as const
const adminOnly = (status: number) => [401, 403, 403, 401, status] as const
const ownerOrAdmin = (status: number, refused: 403 | 404) => [401, status, refused, 401, status] as const
const ownerAlone = (status: number) => [401, status, 404, 401, 404] as const

const newTool = { name: 'Fan', description: 'A fan.', price: 6.9, img: '/products/fan120.webp' }
const newQuote = {
  name: 'Nusrat',
  email: 'nusrat@example.com',
  phone: '+880 1711',
  productName: 'Fan',
  price: 6,
  quantity: 9,
}

/** Every call of the API, and who may make it. */
const matrix: Readonly<Record<string, Call>> = {
  'GET /profile': { statuses: signedIn(200), path: () => '/profile' },
  'GET /profile/export': { statuses: signedIn(200), path: () => '/profile/export' },
  'GET /profile/passkey': { statuses: signedIn(200), path: () => '/profile/passkey' },
  'GET /profile/device': { statuses: signedIn(200), path: () => '/profile/device' },
  // Of nobody here.
  'DELETE /profile/device/:deviceId': { statuses: signedIn(404), path: ({ toolId }) => `/profile/device/${toolId}` },
  // 422: nobody is erased here.
  'DELETE /profile': { statuses: signedIn(422), path: () => '/profile', body: () => ({ password: 6 }) },
  // An access token is no session: it cannot be exchanged for a fresh one.
  'PUT /user/:email': { statuses: anyone(401), path: ({ email }) => `/user/${email}` },
  'GET /admin/:email': { statuses: ownerOrAdmin(200, 403), path: ({ email }) => `/admin/${email}` },
  'GET /user': { statuses: adminOnly(200), path: () => '/user' },
  'PUT /user/admin/:email': { statuses: adminOnly(200), path: ({ stranger }) => `/user/admin/${stranger}` },
  'DELETE /user/admin/:email': { statuses: adminOnly(200), path: ({ stranger }) => `/user/admin/${stranger}` },
  'DELETE /user/:email': { statuses: adminOnly(204), path: ({ stranger }) => `/user/${stranger}` },
  'GET /tool': { statuses: anyone(200), path: () => '/tool' },
  'GET /tool/:toolId': { statuses: anyone(200), path: ({ toolId }) => `/tool/${toolId}` },
  'POST /tool': { statuses: adminOnly(201), path: () => '/tool', body: () => newTool },
  'PATCH /tool/:toolId': {
    statuses: adminOnly(200),
    path: ({ toolId }) => `/tool/${toolId}`,
    body: ({ version }) => ({ version, price: 7 }),
  },
  'DELETE /tool/:toolId': { statuses: adminOnly(204), path: ({ toolId }) => `/tool/${toolId}` },
  'POST /tool/:toolId/restore': { statuses: adminOnly(200), path: ({ toolId }) => `/tool/${toolId}/restore` },
  'GET /tool/:toolId/stock': { statuses: adminOnly(200), path: ({ toolId }) => `/tool/${toolId}/stock` },
  'POST /tool/:toolId/stock': {
    statuses: adminOnly(200),
    path: ({ toolId }) => `/tool/${toolId}/stock`,
    body: () => ({ received: 5 }),
  },
  'GET /tool/:toolId/wait': { statuses: signedIn(200), path: ({ toolId }) => `/tool/${toolId}/wait` },
  // 409: there is enough of it.
  'POST /tool/:toolId/wait': { statuses: signedIn(409), path: ({ toolId }) => `/tool/${toolId}/wait` },
  'DELETE /tool/:toolId/wait': { statuses: signedIn(204), path: ({ toolId }) => `/tool/${toolId}/wait` },
  // 422: nobody sends a picture here.
  'POST /picture': { statuses: adminOnly(422), path: () => '/picture' },
  'GET /cart': { statuses: signedIn(200), path: () => '/cart' },
  // Each world is another cart's: the second caller's is at version 0 too.
  'PUT /cart': { statuses: signedIn(422), path: () => '/cart', body: () => ({ version: 0, lines: 'none' }) },
  'GET /addresses': { statuses: signedIn(200), path: () => '/addresses' },
  'POST /addresses': { statuses: signedIn(201), path: () => '/addresses', body: () => anAddress },
  // Nobody here has an address of that id.
  'PUT /addresses/:addressId': {
    statuses: signedIn(404),
    path: () => `/addresses/${newId()}`,
    body: () => anAddress,
  },
  'DELETE /addresses/:addressId': { statuses: signedIn(404), path: () => `/addresses/${newId()}` },
  'GET /lists': { statuses: signedIn(200), path: () => '/lists' },
  'POST /lists': {
    statuses: signedIn(201),
    path: () => '/lists',
    body: ({ toolId }) => ({ name: newId(), lines: [{ toolId, quantity: 1 }] }),
  },
  // Nobody here has a list of that id.
  'GET /lists/:listId': { statuses: signedIn(404), path: () => `/lists/${newId()}` },
  'PUT /lists/:listId': {
    statuses: signedIn(404),
    path: () => `/lists/${newId()}`,
    body: ({ toolId }) => ({ name: 'Kit', lines: [{ toolId, quantity: 1 }] }),
  },
  'DELETE /lists/:listId': { statuses: signedIn(404), path: () => `/lists/${newId()}` },
  'POST /quick-order': { statuses: signedIn(200), path: () => '/quick-order', body: () => ({ rows: [] }) },
  'PUT /quick-order/part': {
    statuses: signedIn(204),
    path: () => '/quick-order/part',
    body: () => ({ part: 'Kiosk', toolId: null }),
  },
  'GET /credit': { statuses: signedIn(200), path: () => '/credit' },
  'GET /statement': { statuses: ownerOrAdmin(200, 403), path: ({ email }) => `/statement?email=${email}` },
  'GET /statement.pdf': { statuses: ownerOrAdmin(200, 403), path: ({ email }) => `/statement.pdf?email=${email}` },
  'PUT /user/:email/terms': {
    statuses: adminOnly(200),
    path: ({ stranger }) => `/user/${stranger}/terms`,
    body: () => ({ netDays: 30, creditLimit: 1000 }),
  },
  // 409: who has never had terms has no account.
  'POST /payment': {
    statuses: adminOnly(409),
    path: () => '/payment',
    body: ({ email }) => ({ email, amount: 1, reference: 'TT 1', receivedAt: '2025-06-01' }),
  },
  'GET /order': { statuses: ownerOrAdmin(200, 403), path: ({ email }) => `/order?email=${email}` },
  'GET /order/:orderId': { statuses: ownerOrAdmin(200, 404), path: ({ orderId }) => `/order/${orderId}` },
  'POST /order': { statuses: signedIn(201), path: () => '/order', body: ({ toolId }) => orderOf({ id: toolId }) },
  'POST /order/check': { statuses: signedIn(200), path: () => '/order/check', body: () => ({ lines: [] }) },
  'POST /order/:orderId/cancel': {
    statuses: ownerOrAdmin(200, 404),
    path: ({ orderId }) => `/order/${orderId}/cancel`,
  },
  'GET /order/:orderId/papers': { statuses: ownerOrAdmin(200, 404), path: ({ orderId }) => `/order/${orderId}/papers` },
  'GET /order/:orderId/confirmation.pdf': {
    statuses: ownerOrAdmin(200, 404),
    path: ({ orderId }) => `/order/${orderId}/confirmation.pdf`,
  },
  // 409: it is not paid.
  'GET /order/:orderId/invoice.pdf': {
    statuses: ownerOrAdmin(409, 404),
    path: ({ orderId }) => `/order/${orderId}/invoice.pdf`,
  },
  'GET /order/:orderId/packing-slip.pdf': {
    statuses: ownerOrAdmin(409, 404),
    path: ({ orderId }) => `/order/${orderId}/packing-slip.pdf`,
  },
  // Nothing was issued for it.
  'GET /order/:orderId/issued/:invoiceId': {
    statuses: ownerOrAdmin(404, 404),
    path: ({ orderId }) => `/order/${orderId}/issued/${newId()}`,
  },
  'GET /quote/:quoteId/offer.pdf': {
    statuses: ownerOrAdmin(200, 404),
    path: ({ quoteId }) => `/quote/${quoteId}/offer.pdf`,
  },
  'GET /orders': { statuses: adminOnly(200), path: () => '/orders' },
  'GET /orders.csv': { statuses: adminOnly(200), path: () => '/orders.csv' },
  // 422: there is nothing to print.
  'POST /prints': {
    statuses: adminOnly(422),
    path: () => '/prints',
    body: () => ({ kind: 'packing-slip', q: newId() }),
  },
  'GET /prints': { statuses: adminOnly(200), path: () => '/prints' },
  // Nobody asked for it.
  'GET /prints/:printId': { statuses: adminOnly(404), path: () => `/prints/${newId()}` },
  'GET /prints/:printId/papers.pdf': { statuses: adminOnly(404), path: () => `/prints/${newId()}/papers.pdf` },
  'GET /order/:orderId/events': {
    statuses: ownerOrAdmin(200, 404),
    path: ({ orderId }) => `/order/${orderId}/events`,
  },
  'GET /order/:orderId/stock': {
    statuses: adminOnly(200),
    path: ({ orderId }) => `/order/${orderId}/stock`,
  },
  'POST /order/:orderId/note': {
    statuses: adminOnly(204),
    path: ({ orderId }) => `/order/${orderId}/note`,
    body: () => ({ note: 'Call first.' }),
  },
  // 409: the order is not paid.
  'POST /order/:orderId/pack': { statuses: adminOnly(409), path: ({ orderId }) => `/order/${orderId}/pack` },
  'POST /order/:orderId/ship': {
    statuses: adminOnly(409),
    path: ({ orderId }) => `/order/${orderId}/ship`,
    body: () => ({ carrier: 'DHL' }),
  },
  'POST /order/:orderId/deliver': {
    statuses: adminOnly(409),
    path: ({ orderId }) => `/order/${orderId}/deliver`,
    body: () => ({}),
  },
  'POST /create-payment-intent': {
    statuses: ownerAlone(200),
    path: () => '/create-payment-intent',
    body: ({ orderId, price }) => ({ orderId, price }),
  },
  'POST /payment/return': {
    statuses: ownerAlone(200),
    path: () => '/payment/return',
    body: ({ orderId }) => ({ orderId }),
  },
  // 409: no money came for it, and nobody else learns that.
  'POST /order/:orderId/refund': {
    statuses: adminOnly(409),
    path: ({ orderId }) => `/order/${orderId}/refund`,
    body: () => ({ reason: 'Broken', restock: false }),
  },
  'GET /order/:orderId/money': {
    statuses: ownerOrAdmin(200, 404),
    path: ({ orderId }) => `/order/${orderId}/money`,
  },
  'GET /payments/disagreements': { statuses: adminOnly(200), path: () => '/payments/disagreements' },
  // 404: nothing disagrees.
  'POST /payments/disagreements/:kind/:id': {
    statuses: adminOnly(404),
    path: ({ orderId }) => `/payments/disagreements/amounts-differ/${orderId}`,
  },
  // Open to whoever can sign as the payment provider does: none of these.
  'POST /payment/webhook': {
    statuses: anyone(400),
    path: () => '/payment/webhook',
    body: () => ({ type: 'payment_intent.succeeded' }),
  },
  'GET /review': { statuses: anyone(200), path: () => '/review' },
  'POST /addreview': {
    statuses: signedIn(201),
    path: () => '/addreview',
    body: () => ({ name: 'Nusrat', description: 'Good.', rating: 5 }),
  },
  'DELETE /review/:reviewId': {
    statuses: adminOnly(204),
    path: ({ reviewId }) => `/review/${reviewId}`,
    body: () => ({ reason: 'Names a person.' }),
  },
  'POST /quote': { statuses: anyone(201), path: () => '/quote', body: () => newQuote },
  'GET /quote': { statuses: signedIn(200), path: () => '/quote' },
  'GET /quote/:quoteId': { statuses: ownerOrAdmin(200, 404), path: ({ quoteId }) => `/quote/${quoteId}` },
  'POST /quote/:quoteId/offer': {
    statuses: adminOnly(204),
    path: ({ quoteId }) => `/quote/${quoteId}/offer`,
    body: ({ toolId }) => ({ lines: [{ toolId, quantity: 1, unitPrice: 1 }], validUntil: '2025-06-09' }),
  },
  'POST /quote/:quoteId/accept': {
    // 409: it is another's.
    statuses: [401, 201, 404, 401, 409],
    path: ({ quoteId }) => `/quote/${quoteId}/accept`,
    body: () => ({ address: 'Dhaka', phone: '+880 1711 000000' }),
  },
  // 409: staff withdraw an offer, and decline a request.
  'POST /quote/:quoteId/decline': {
    statuses: [401, 204, 404, 401, 409],
    path: ({ quoteId }) => `/quote/${quoteId}/decline`,
    body: () => ({}),
  },
  'POST /quote/:quoteId/withdraw': {
    statuses: ownerOrAdmin(204, 404),
    path: ({ quoteId }) => `/quote/${quoteId}/withdraw`,
    body: () => ({}),
  },
  'POST /quote/:quoteId/message': {
    statuses: ownerOrAdmin(204, 404),
    path: ({ quoteId }) => `/quote/${quoteId}/message`,
    body: () => ({ message: 'In black?' }),
  },
  'POST /quote/:quoteId/answered': { statuses: adminOnly(200), path: ({ quoteId }) => `/quote/${quoteId}/answered` },
  'DELETE /quote/:quoteId/answered': { statuses: adminOnly(200), path: ({ quoteId }) => `/quote/${quoteId}/answered` },
  'GET /staff/changes': { statuses: adminOnly(200), path: () => '/staff/changes' },
  'GET /staff/day': { statuses: adminOnly(200), path: () => '/staff/day' },
  'GET /mails': { statuses: adminOnly(200), path: () => '/mails' },
  'GET /mails/:mailId': { statuses: adminOnly(200), path: ({ mailId }) => `/mails/${mailId}` },
  'POST /mails/send-failed': { statuses: adminOnly(200), path: () => '/mails/send-failed' },
  'POST /mails/:mailId/send': { statuses: adminOnly(200), path: ({ mailId }) => `/mails/${mailId}/send` },
  'GET /audit': { statuses: adminOnly(200), path: () => '/audit' },
  'GET /staff/notices': { statuses: adminOnly(200), path: () => '/staff/notices' },
  'PUT /staff/notices': {
    statuses: adminOnly(200),
    path: () => '/staff/notices',
    body: () => ({ orders: 'daily', quotes: 'off' }),
  },
  'GET /openapi.json': { statuses: anyone(200), path: () => '/openapi.json' },
  'GET /docs': { statuses: anyone(200), path: () => '/docs' },
  'GET /docs.css': { statuses: anyone(200), path: () => '/docs.css' },
}

let shop: TestShop
let people: Record<Exclude<Caller, 'nobody'>, Awaited<ReturnType<TestShop['signedIn']>>>
beforeAll(async () => {
  shop = await openTestShop()
  people = {
    user: await shop.signedIn(),
    'other user': await shop.signedIn(),
    'removed user': await shop.signedIn({ role: 'admin' }),
    admin: await shop.signedIn({ role: 'admin' }),
  }
  await removeUser(shop.db, people['removed user'].actor.id, shop.clock.now())
})
afterAll(() => shop.close())

const tokenOf = (caller: Caller): string | undefined => (caller === 'nobody' ? undefined : people[caller].token)

async function makeWorld(): Promise<World> {
  const { actor, headers } = people.user
  const tool = await makeTool(shop.db)
  const answer = await shop.app.request('/api/order', json('POST', orderOf(tool), headers))
  const { _id: orderId } = OrderPlaced.parse(await answer.json())
  const { version } = Tool.parse(await (await shop.app.request(`/api/tool/${tool.id}`)).json())
  const { email: stranger } = await makeUser(shop.db)
  const reviewId = newId()
  await shop.db.insert(reviews).values({ id: reviewId, name: 'Nusrat', description: 'Good.', rating: 5 })
  const quoteId = newId()
  const line = { toolId: tool.id, productName: tool.name, partNumber: tool.partNumber, quantity: 1 }
  const [offeredAt, validUntil] = [shop.clock.now(), new Date(shop.clock.now().getTime() + 86_400_000)]
  const offer = {
    state: 'offered' as const,
    offer: [{ ...line, category: tool.category, unitPrice: minor(600) }],
    offeredAt,
    validUntil,
  }
  await insertQuote(shop.db, { ...newQuote, id: quoteId, price: minor(600), userId: actor.id, ...offer })
  return {
    quoteId,
    mailId: await makeFailedMail(shop.db),
    reviewId,
    toolId: tool.id,
    version,
    orderId,
    price: toMajor(tool.price, shop.config.currency),
    email: actor.email,
    stranger,
  }
}

async function make(
  name: string,
  call: Call,
  world: World,
  token: string | undefined,
  more: Record<string, string> = {},
  { app }: Pick<TestShop, 'app'> = shop,
): Promise<Response> {
  const [method = ''] = name.split(' ')
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...more }
  const body = call.body && JSON.stringify(call.body(world))
  return app.request(`/api${call.path(world)}`, { method, headers, ...(body && { body }) })
}

describe('the permission matrix', () => {
  test('has every call of the app', () => {
    const calls = shop.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path.slice('/api'.length)}`)
    expect([...new Set(calls)].toSorted()).toEqual(Object.keys(matrix).toSorted())
  })

  test.each(Object.entries(matrix))('%s', async (name, call) => {
    const statuses: Partial<Record<Caller, number>> = {}
    for (const caller of callers) statuses[caller] = (await make(name, call, await makeWorld(), tokenOf(caller))).status
    expect(statuses).toEqual(Object.fromEntries(callers.map((caller, i) => [caller, call.statuses[i]])))
  })

  /** What the link to an offer opens to whoever has it, without an account. */
  const byLink: Readonly<Record<string, number>> = {
    'GET /quote/:quoteId': 200,
    'GET /quote/:quoteId/offer.pdf': 200,
    'POST /quote/:quoteId/decline': 204,
    'POST /quote/:quoteId/withdraw': 204,
    'POST /quote/:quoteId/message': 204,
  }
  // A request for a quote is anyone's, and by now there were as many as there may be.
  const others = Object.entries(matrix).filter(([name]) => name !== 'POST /quote')
  test.each(others)('%s, for the holder of a link', async (name, call) => {
    const world = await makeWorld()
    const until = new Date(shop.clock.now().getTime() + 86_400_000)
    const token = createQuoteLinks(shop.config.authSecret).tokenFor(world.quoteId, until)
    const answer = await make(name, call, world, undefined, { 'quote-link': token })
    expect(answer.status).toBe(byLink[name] ?? call.statuses[0])
  })

  const megabytes = 'x'.repeat(2 * 1024 * 1024)
  /** Requests with which something is wrong besides who makes them. */
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
  test.each(refused)('$name by $caller is $status before it is read', async ({ name, call, caller, status }) => {
    const [method = ''] = name.split(' ')
    const world = await makeWorld()
    const authorization = { authorization: `Bearer ${tokenOf(caller) ?? ''}` }
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
  })

  const forSignedIn = Object.entries(authRoutes).filter(([, route]) => route.signedIn)
  test.each(forSignedIn)('POST /auth%s needs a session', async (path, { method }) => {
    const bodies = ['{}', '{"nonsense":', '{"email":1}', JSON.stringify({ name: 'Sly' }), megabytes]
    for (const body of bodies) {
      const answer = await shop.app.request(`/api/auth${path}`, { method, headers: people.user.headers, body })
      expect(answer.status, body.slice(0, 20)).toBe(401)
    }
  })
})

describe('where staff need a second factor', () => {
  let strict: TestShop
  let lacking: string
  beforeAll(async () => {
    const { authSecret } = shop.config
    strict = await openTestShop({ staffFactor: 'required', authSecret }, shop.shop.engine)
    lacking = (await shop.signedIn({ role: 'admin' })).token
    const { session } = people.admin.actor
    await shop.db.update(sessions).set({ secondFactor: 'code' }).where(eq(sessions.id, session))
  })

  const others = Object.entries(matrix).filter(([name]) => name !== 'POST /quote')
  test.each(others)('%s', async (name, call) => {
    const has = await make(name, call, await makeWorld(), people.admin.token, {}, strict)
    expect(has.status, 'an admin who has one').toBe(call.statuses[callers.indexOf('admin')])
    const user = await make(name, call, await makeWorld(), people.user.token, {}, strict)
    expect(user.status, 'a user').toBe(call.statuses[callers.indexOf('user')])
    const lacks = await make(name, call, await makeWorld(), lacking, {}, strict)
    expect(lacks.status, 'an admin who lacks one').toBe(call.statuses[callers.indexOf('other user')])
    if (lacks.status !== 403) return
    const problem = { code: 'SECOND_FACTOR_REQUIRED', detail: factorMessages.staffNeedOne }
    expect(await lacks.json()).toMatchObject(problem)
  })

  test('an admin who lacks one is told that they are an admin, and what is missing', async () => {
    const { actor, token } = await shop.signedIn({ role: 'admin' })
    const ask = async ({ app }: Pick<TestShop, 'app'>) => {
      const answer = await app.request(`/api/admin/${actor.email}`, { headers: { authorization: `Bearer ${token}` } })
      return answer.json()
    }
    expect(await ask(strict)).toEqual({ admin: true, lacksSecondFactor: true })
    expect(await ask(shop)).toEqual({ admin: true })
  })

  test('and does nothing as staff in a transaction either', async () => {
    const { actor } = await shop.signedIn({ role: 'admin' })
    const waited: Actor = { ...actor, staffFactor: 'required', role: 'admin' }
    await expect(strict.shop.accounts.makeAdmin(waited, people.user.actor.email)).rejects.toMatchObject({
      kind: 'forbidden',
    })
    expect((await findUserById(shop.db, people.user.actor.id))?.role).toBe('user')
  })
})

describe('the services refuse by themselves, whoever asks them', () => {
  const none = newId()
  const asked: Readonly<Record<string, (shop: TestShop['shop'], actor: Actor) => Promise<unknown>>> = {
    'accounts.list': ({ accounts }, actor) => accounts.list(actor, {}),
    'accounts.makeAdmin': ({ accounts }, actor) => accounts.makeAdmin(actor, actor.email),
    'accounts.remove': ({ accounts }, actor) => accounts.remove(actor, actor.email),
    'accounts.isAdmin': ({ accounts }, actor) => accounts.isAdmin(actor, 'somebody.else@example.com'),
    'audit.list': ({ audit }, actor) => audit.list(actor, {}),
    'catalogue.add': ({ catalogue }, actor) => catalogue.add(actor, NewTool.parse(newTool)),
    'catalogue.change': ({ catalogue }, actor) => catalogue.change(actor, none, { version: 1 }),
    'catalogue.remove': ({ catalogue }, actor) => catalogue.remove(actor, none),
    'catalogue.restore': ({ catalogue }, actor) => catalogue.restore(actor, none),
    'mails.list': ({ mails }, actor) => mails.list(actor, {}),
    'mails.get': ({ mails }, actor) => mails.get(actor, none),
    'mails.sendAgain': ({ mails }, actor) => mails.sendAgain(actor, none),
    'pictures.add': ({ pictures }, actor) => pictures.add(actor, new Uint8Array()),
    'payments.refund': ({ payments }, actor) =>
      payments.refund(actor, none, { reason: 'None.', restock: false }, undefined),
    'payments.disagreements': ({ payments }, actor) => payments.disagreements(actor),
    'payments.mend': ({ payments }, actor) => payments.mend(actor, 'refund-failed', none),
    'receivables.setTerms': ({ receivables }, actor) => receivables.setTerms(actor, actor.email, null),
    'receivables.statement': ({ receivables }, actor) =>
      receivables.statement(actor, { email: 'somebody.else@example.com' }),
    'reviews.hide': ({ reviews: all }, actor) => all.hide(actor, none, { reason: 'None.' }),
  }
  test.each(Object.entries(asked))('%s', async (_name, ask) => {
    await expect(ask(shop.shop, people.user.actor)).rejects.toMatchObject({ kind: 'forbidden' })
  })
})

describe('a token that is not good', () => {
  const rewrite = (token: string, part: 0 | 1, change: object): string => {
    const parts = token.split('.')
    const read: unknown = JSON.parse(Buffer.from(parts[part] ?? '', 'base64url').toString())
    parts[part] = Buffer.from(JSON.stringify(Object.assign({}, read, change))).toString('base64url')
    return parts.join('.')
  }
  const seconds = () => Math.floor(shop.clock.now().getTime() / 1000)

  /** A token that says what the admin's says, signed with a key of one's own. */
  async function forged(changes: { kid?: string; alg?: 'EdDSA' | 'ES256' } = {}): Promise<string> {
    const { kid, alg = 'EdDSA' } = { ...decodeProtectedHeader(people.admin.token), ...changes }
    const { privateKey } = await generateKeyPair(alg)
    return new SignJWT(decodeJwt(people.admin.token)).setProtectedHeader({ alg, ...(kid && { kid }) }).sign(privateKey)
  }

  /** Signed with the text of the public key as a shared secret, which a careless verifier takes. */
  async function confused(): Promise<string> {
    const [key] = await listPublicKeys(shop.db)
    const secret = new TextEncoder().encode(key?.publicKey)
    return new SignJWT(decodeJwt(people.admin.token))
      .setProtectedHeader({ alg: 'HS256', kid: key?.id ?? '' })
      .sign(secret)
  }

  const ours = async (claims: Record<string, unknown>): Promise<string> => {
    const { sub, sid, email, name, role } = decodeJwt(people.admin.token)
    const { token } = await shop.shop.auth.api.signJWT({
      body: { payload: { sub, sid, email, name, role, ...claims } },
    })
    return token
  }

  const bad: Record<string, () => Promise<string> | string> = {
    'of one’s own key': () => forged({ kid: 'mine' }),
    'of one’s own key under our kid': () => forged(),
    'of another algorithm under our kid': () => forged({ alg: 'ES256' }),
    'signed with our public key as a secret': confused,
    'whose payload names another user': () => rewrite(people.user.token, 1, { sub: people.admin.actor.id }),
    'whose payload is given more time': () => rewrite(people.admin.token, 1, { exp: seconds() + 1e9 }),
    'with alg none': () => rewrite(people.admin.token, 0, { alg: 'none' }),
    'with alg none and no signature': () => rewrite(people.admin.token, 0, { alg: 'none' }).replace(/[^.]*$/, ''),
    'without its signature': () => people.admin.token.replace(/[^.]*$/, ''),
    'that is over': () => ours({ iat: seconds() - 1000, exp: seconds() - 1 }),
    'for another audience': () => ours({ aud: 'https://elsewhere.example' }),
    'of another issuer': () => ours({ iss: 'https://elsewhere.example' }),
    'of nobody': () => ours({ sub: undefined }),
    'of somebody who never was': () => ours({ sub: newId() }),
    'of no session': () => ours({ sid: undefined }),
    'of a session that never was': () => ours({ sid: newId() }),
    'of another’s session': () => ours({ sid: people.user.subject.session }),
    'that is no token': () => 'a.b.c',
  }

  test.each(Object.entries(bad))('%s, is 401 at every call that needs one', async (_what, tokenMade) => {
    const token = await tokenMade()
    const world = await makeWorld()
    const guarded = Object.entries(matrix).filter(([, { statuses }]) => statuses[0] === 401)
    for (const [name, call] of guarded) {
      const answer = await make(name, call, world, token)
      expect([name, answer.status, answer.headers.get('content-type')]).toEqual([name, 401, 'application/problem+json'])
    }
    expect((await findUserById(shop.db, people.user.actor.id))?.role).toBe('user')
  })
})
