import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTool, orderOf } from '#testing/factories.ts'
import { openShopBesideHolder } from '#testing/locks.ts'
import { orderEvents } from './tables.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

// The embedded engine has one connection, so nobody can pay at the same time.
describe.runIf(server)('an order that is being paid when reminders are written', () => {
  let opened: Awaited<ReturnType<typeof openShopBesideHolder>>
  beforeAll(async () => {
    opened = await openShopBesideHolder(server)
  })
  afterAll(() => opened.close())

  test('is skipped and gets no reminder', async () => {
    const { shop, holder } = opened
    const buyer = await shop.signedIn()
    const id = await shop.shop.orders.place(buyer.subject, orderOf(await makeTool(shop.db)), undefined)
    shop.clock.advance({ hours: 40 })
    await holder.query('begin')
    await holder.query('select from "order" where id = $1 for update', [id])
    await shop.shop.telling.remind()
    await holder.query(`update "order" set state = 'paid', paid_at = now() where id = $1`, [id])
    await holder.query('commit')
    await shop.shop.telling.remind()
    const told = await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, id))
    expect(told.map(({ kind }) => kind)).toEqual(['placed'])
  })
})
