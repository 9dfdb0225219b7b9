import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Authenticate } from '#features/accounts/authenticate.ts'
import { createOrderDeskApi } from '#features/orders/desk-api.ts'
import { createStaffDayApi } from '#features/staff-day/api.ts'
import { answerWithin } from '#platform/http/deadline.ts'
import { toProblemResponse } from '#platform/http/problem.ts'
import { testLog } from '#testing/log.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** The streaming calls by staff whose authentication waits for `begin`, by which time the calls have been answered as too late. */
async function heldBack() {
  const { actor } = await shop.signedIn({ role: 'admin' })
  const held = Promise.withResolvers<void>()
  const over: Promise<void>[] = []
  const authenticate: Authenticate = createMiddleware(async (c, next) => {
    c.set('actor', actor)
    c.set('confirm', async () => {})
    const going = (async () => {
      await held.promise
      await next()
    })()
    over.push(going)
    await going
  })
  const { orderDesk, staffDay, staffChanges, staffNotices } = shop.shop
  const app = new Hono()
    .use(answerWithin(20))
    .route('/', createOrderDeskApi(orderDesk, authenticate))
    .route('/', createStaffDayApi(staffDay, staffChanges, staffNotices, authenticate))
  app.onError((error, c) => toProblemResponse(error, c, testLog))
  const begin = async () => {
    held.resolve()
    await Promise.all(over)
  }
  return { app, begin }
}

test.each([
  ['/orders.csv', 1],
  ['/staff/changes', 5],
])('%s that starts after its call timed out takes nobody’s place', async (path, places) => {
  const { app, begin } = await heldBack()
  const late = await Promise.all(Array.from({ length: places }, () => app.request(path)))
  expect(new Set(late.map(({ status }) => status))).toEqual(new Set([503]))
  await begin()
  const next = await app.request(path)
  expect(next.status).toBe(200)
  await next.body?.cancel()
})
