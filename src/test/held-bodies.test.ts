import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNotNull, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { removeUser, setRole } from '#features/accounts/store.ts'
import { users } from '#features/accounts/tables.ts'
import { pictureFiles, tools } from '#features/catalogue/tables.ts'
import { stockMovements } from '#features/inventory/tables.ts'
import { carts } from '#features/cart/tables.ts'
import { deliveryAddresses } from '#features/addresses/tables.ts'
import { savedLists } from '#features/saved-lists/tables.ts'
import { buyerParts } from '#features/quick-order/tables.ts'
import { orders } from '#features/orders/tables.ts'
import { reviews } from '#features/reviews/tables.ts'
import { newId } from '#platform/ids.ts'
import { anAddress, makeTool, orderOf } from '#testing/factories.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
let tool: Awaited<ReturnType<typeof makeTool>>
const reviewId = newId()
beforeAll(async () => {
  shop = await openTestShop()
  tool = await makeTool(shop.db)
  await shop.db.insert(reviews).values({ id: reviewId, name: 'Nusrat', description: 'Good.', rating: 5 })
})
afterAll(() => shop.close())

type Sender = Awaited<ReturnType<TestShop['signedIn']>>
type Call = { path: () => string; body: () => unknown; editors?: true }

/** Every call that needs an access token and has a body. */
const calls: Record<string, Call> = {
  'POST /tool': {
    path: () => '/tool',
    body: () => ({ name: 'Fan', description: 'A fan.', price: 6.9, img: '/products/fan120.webp' }),
    editors: true,
  },
  'PATCH /tool/{toolId}': {
    path: () => `/tool/${tool.id}`,
    body: () => ({ version: tool.version, price: 0.01 }),
    editors: true,
  },
  'POST /tool/{toolId}/stock': {
    path: () => `/tool/${tool.id}/stock`,
    body: () => ({ received: 5 }),
    editors: true,
  },
  'POST /picture': { path: () => '/picture', body: () => 'no picture', editors: true },
  'PUT /cart': {
    path: () => '/cart',
    body: () => ({ version: 0, lines: [{ toolId: tool.id, quantity: 1, seenPrice: 1 }] }),
  },
  'POST /addresses': { path: () => '/addresses', body: () => anAddress },
  'PUT /addresses/{addressId}': { path: () => `/addresses/${newId()}`, body: () => anAddress },
  'POST /lists': { path: () => '/lists', body: () => ({ name: 'Kit', lines: [{ toolId: tool.id, quantity: 1 }] }) },
  'PUT /lists/{listId}': {
    path: () => `/lists/${newId()}`,
    body: () => ({ name: 'Kit', lines: [{ toolId: tool.id, quantity: 1 }] }),
  },
  'POST /quick-order': { path: () => '/quick-order', body: () => ({ rows: [] }) },
  'PUT /quick-order/part': { path: () => '/quick-order/part', body: () => ({ part: 'Kiosk', toolId: tool.id }) },
  'PUT /user/{email}/terms': {
    path: () => '/user/nobody@example.com/terms',
    body: () => null,
    editors: true,
  },
  'POST /payment': {
    path: () => '/payment',
    body: () => ({ email: 'nobody@example.com', amount: 1, reference: 'TT 1', receivedAt: '2025-06-01' }),
    editors: true,
  },
  'POST /order': { path: () => '/order', body: () => orderOf(tool) },
  'POST /order/check': { path: () => '/order/check', body: () => ({ lines: [] }) },
  'POST /order/{orderId}/note': {
    path: () => `/order/${newId()}/note`,
    body: () => ({ note: 'Gate 3' }),
    editors: true,
  },
  'POST /prints': { path: () => '/prints', body: () => ({ kind: 'packing-slip', q: newId() }), editors: true },
  'POST /order/{orderId}/ship': {
    path: () => `/order/${newId()}/ship`,
    body: () => ({ carrier: 'DHL' }),
    editors: true,
  },
  'POST /order/{orderId}/deliver': { path: () => `/order/${newId()}/deliver`, body: () => ({}), editors: true },
  'POST /quote/{quoteId}/offer': {
    path: () => `/quote/${newId()}/offer`,
    body: () => ({ lines: [{ toolId: tool.id, quantity: 1, unitPrice: 1 }], validUntil: '2025-06-09' }),
    editors: true,
  },
  'POST /quote/{quoteId}/decline': { path: () => `/quote/${newId()}/decline`, body: () => ({}) },
  'POST /quote/{quoteId}/withdraw': { path: () => `/quote/${newId()}/withdraw`, body: () => ({}) },
  'POST /quote/{quoteId}/message': { path: () => `/quote/${newId()}/message`, body: () => ({ message: 'Hello' }) },
  'POST /quote/{quoteId}/accept': {
    path: () => `/quote/${newId()}/accept`,
    body: () => ({ address: 'Dhaka', phone: '+880 1711 000000' }),
  },
  'POST /addreview': { path: () => '/addreview', body: () => ({ name: 'A', description: 'Good.', rating: 5 }) },
  'DELETE /review/{reviewId}': {
    path: () => `/review/${reviewId}`,
    body: () => ({ reason: 'Names a person.' }),
    editors: true,
  },
  'DELETE /profile': { path: () => '/profile', body: () => ({}) },
  'PUT /staff/notices': {
    path: () => '/staff/notices',
    body: () => ({ orders: 'daily', quotes: 'off' }),
    editors: true,
  },
  'POST /create-payment-intent': { path: () => '/create-payment-intent', body: () => ({ orderId: newId() }) },
  'POST /order/{orderId}/refund': {
    path: () => `/order/${newId()}/refund`,
    body: () => ({ reason: 'Broken', restock: false }),
    editors: true,
  },
  'POST /payment/return': { path: () => '/payment/return', body: () => ({ orderId: newId() }) },
}

/** Sends the head of a call; `meanwhile` runs when the shop begins to read the body. */
function held(sender: Sender, name: string, { path, body }: Call, meanwhile: () => Promise<void>) {
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await meanwhile()
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body())))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: name.split(' ')[0], headers: sender.headers, body: stream }
  return shop.app.request(`/api${path()}`, Object.assign(init, { duplex: 'half' }))
}

/** Everything that such a call could have changed. */
async function written(): Promise<unknown> {
  const { db } = shop
  const prices = await db.select({ price: tools.price }).from(tools)
  const counts = await Promise.all(
    [orders, reviews, pictureFiles, stockMovements, carts, buyerParts, savedLists, deliveryAddresses].map((table) =>
      db.$count(table),
    ),
  )
  const hidden = await db.$count(reviews, isNotNull(reviews.hiddenAt))
  const erased = await db.$count(users, like(users.email, 'erased-%'))
  return { prices, counts, hidden, erased }
}

test('every call with a body is covered', () => {
  const document = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.looseObject({ security: z.unknown() }).partial())) })
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')))
  const guarded = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { requestBody, security }]) => requestBody && JSON.stringify(security)?.includes('accessToken'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(guarded.toSorted()).toEqual(Object.keys(calls).toSorted())
})

describe.each(Object.entries(calls))('%s with a delayed body', (name, call) => {
  test('changes nothing if its sender is removed meanwhile', async () => {
    const sender = await shop.signedIn({ role: 'admin' })
    const before = await written()
    const answer = await held(sender, name, call, () => removeUser(shop.db, sender.actor.id, shop.clock.now()))
    expect([answer.status, await written()]).toEqual([401, before])
  })

  test.runIf(call.editors)('changes nothing if its sender loses the right to it meanwhile', async () => {
    const sender = await shop.signedIn({ role: 'admin' })
    const before = await written()
    const answer = await held(sender, name, call, async () => void (await setRole(shop.db, sender.actor.email, 'user')))
    expect([answer.status, await written()]).toEqual([403, before])
  })

  test('is accepted from somebody who keeps their rights', async () => {
    const answer = await held(await shop.signedIn({ role: 'admin' }), name, call, () => Promise.resolve())
    expect([401, 403]).not.toContain(answer.status)
  })
})
