import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { removeUser } from '#features/accounts/store.ts'
import { inTransaction } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { testLog } from '#testing/log.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { StockWait } from './schema.ts'
import { stockWaits } from './tables.ts'
import { claimFulfilled } from './wait-store.ts'

type Person = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let staff: Person
let buyer: Person
let toolId: string
beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn({ role: 'admin' })
})
beforeEach(async () => {
  await shop.db.delete(stockWaits)
  shop.mails.length = 0
  buyer = await shop.signedIn({ name: 'Rafiq Uddin' })
  toolId = await soldOut()
})
afterAll(() => shop.close())

const soldOut = async (left = 4, partNumber = '') =>
  (await makeTool(shop.db, { name: 'WX-850 Gold', partNumber, minimumOrderQuantity: 5, availableQuantity: left })).id
const wait = (who: Person, id = toolId, method = 'POST') =>
  shop.app.request(`/api/tool/${id}/wait`, { method, headers: who.headers })
const isWaiting = async (who: Person) => StockWait.parse(await (await wait(who, toolId, 'GET')).json()).waiting
const receive = (received: number) =>
  shop.app.request(`/api/tool/${toolId}/stock`, json('POST', { received }, staff.headers))
const told = async () => {
  await shop.shop.waiting.tell()
  return shop.mails.map(({ to }) => to)
}

describe('asking to be notified', () => {
  test('can be requested, seen and withdrawn by the buyer only, any number of times', async () => {
    const other = await shop.signedIn()
    expect(await isWaiting(buyer)).toBe(false)
    for (let n = 0; n < 2; n++) expect((await wait(buyer)).status).toBe(204)
    expect([await isWaiting(buyer), await isWaiting(other)]).toEqual([true, false])
    expect((await wait(other, toolId, 'DELETE')).status).toBe(204)
    expect(await isWaiting(buyer)).toBe(true)
    for (let n = 0; n < 2; n++) expect((await wait(buyer, toolId, 'DELETE')).status).toBe(204)
    expect(await isWaiting(buyer)).toBe(false)
  })

  test('is possible only for a product out of stock', async () => {
    toolId = await soldOut(5)
    expect((await wait(buyer)).status).toBe(409)
    expect(await isWaiting(buyer)).toBe(false)
  })

  test('is refused for a deleted product or an invalid id', async () => {
    await shop.app.request(`/api/tool/${toolId}`, { method: 'DELETE', headers: staff.headers })
    for (const id of [toolId, newId(), 'nonsense']) expect((await wait(buyer, id)).status).toBe(404)
  })

  test('is possible for a hundred products at most, even at the same moment', async () => {
    const ids = await Promise.all(Array.from({ length: 99 }, () => soldOut()))
    await shop.db.insert(stockWaits).values(ids.map((id) => ({ id: newId(), userId: buyer.actor.id, toolId: id })))
    const answers = await Promise.all([toolId, await soldOut()].map((id) => wait(buyer, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await shop.db.$count(stockWaits, eq(stockWaits.userId, buyer.actor.id))).toBe(100)
    expect((await wait(buyer, ids[0])).status).toBe(204)
  })
})

describe('a waiting buyer', () => {
  test('is notified once, when there is enough for the smallest order', async () => {
    toolId = await soldOut(4, 'WX850')
    await wait(buyer)
    const [row] = await shop.db.select().from(stockWaits)
    expect(await told()).toEqual([])
    await receive(1)
    expect(await told()).toEqual([buyer.actor.email])
    expect(shop.mails[0]).toMatchObject({
      subject: 'WX-850 Gold is back in stock',
      details: [
        { label: 'Part number', value: 'WX850' },
        { label: 'Available', value: '5' },
        { label: 'Smallest order', value: '5' },
      ],
      action: { label: 'Order now', url: `http://localhost:3000/tool/${toolId}` },
    })
    const kept = await shop.db.select().from(mailMessages).where(eq(mailMessages.recipient, buyer.actor.email))
    expect(kept).toMatchObject([{ kind: 'back-in-stock', event: `back-in-stock:${row?.id}`, about: `tool:${toolId}` }])
    expect(await isWaiting(buyer)).toBe(false)
    await receive(10)
    expect(await told()).toHaveLength(1)
  })

  test('is notified when the smallest order fits, which may be more than the minimum', async () => {
    const rule = { minimumOrderQuantity: 10, orderIncrement: 8 }
    toolId = (await makeTool(shop.db, { name: 'WX-850 Gold', partNumber: '', ...rule, availableQuantity: 12 })).id
    expect((await wait(buyer)).status).toBe(204)
    await receive(3)
    expect(await told()).toEqual([])
    await receive(1)
    expect(await told()).toEqual([buyer.actor.email])
    expect(shop.mails[0]?.details).toEqual([
      { label: 'Available', value: '16' },
      { label: 'Smallest order', value: '16' },
    ])
    expect((await wait(buyer)).status).toBe(409)
  })

  test('is also notified when somebody else’s order is cancelled', async () => {
    toolId = await soldOut(8)
    const order = orderOf({ id: toolId }, { orderQuantity: 5 })
    const id = await shop.shop.orders.place((await shop.signedIn()).subject, order, undefined)
    await wait(buyer)
    expect(await told()).toEqual([])
    await shop.app.request(`/api/order/${id}/cancel`, json('POST', {}, staff.headers))
    expect(await told()).toEqual([buyer.actor.email])
  })

  test('waits for a deleted product until it is restored', async () => {
    await wait(buyer)
    await receive(1)
    await shop.app.request(`/api/tool/${toolId}`, { method: 'DELETE', headers: staff.headers })
    expect(await told()).toEqual([])
    await shop.app.request(`/api/tool/${toolId}/restore`, { method: 'POST', headers: staff.headers })
    expect(await told()).toEqual([buyer.actor.email])
  })

  test('is not notified and no longer waits after being removed', async () => {
    await wait(buyer)
    await removeUser(shop.db, buyer.actor.id, shop.clock.now())
    await receive(1)
    expect(await told()).toEqual([])
    expect(await shop.db.$count(stockWaits)).toBe(0)
  })

  test('is notified once by two simultaneous runs, and later when a run fails', async () => {
    await wait(buyer)
    await receive(1)
    const failing = inTransaction(shop.db, async (tx) => {
      expect(await claimFulfilled(tx, 10, shop.clock.now())).toHaveLength(1)
      throw new Error('the mail queue')
    })
    await expect(failing).rejects.toThrow('the mail queue')
    await Promise.all([told(), told()])
    expect(shop.mails).toHaveLength(1)
  })

  test('who cannot be notified holds up no others, is logged once, tried again and then given up', async () => {
    const failed = vi.spyOn(testLog, 'error').mockReturnValue()
    const other = await shop.signedIn()
    await wait(buyer)
    await wait(other)
    const [stuck] = await shop.db.select().from(stockWaits).where(eq(stockWaits.userId, buyer.actor.id))
    const id = stuck?.id ?? ''
    await shop.db.execute(
      sql.raw(`alter table mail_message add constraint stuck check (event <> 'back-in-stock:${id}')`),
    )
    await receive(1)
    expect(await told()).toEqual([other.actor.email])
    const tries = async () => {
      await shop.shop.waiting.tell()
      return (await shop.db.select().from(stockWaits).where(eq(stockWaits.id, id)))[0]?.tellTries
    }
    expect(await tries()).toBe(1)
    shop.clock.advance({ seconds: 60 })
    expect(await tries()).toBe(2)
    await shop.db.update(stockWaits).set({ tellTries: 19 })
    shop.clock.advance({ hours: 1 })
    expect(await tries()).toBeUndefined()
    await shop.db.execute(sql`alter table mail_message drop constraint stuck`)
    expect(failed.mock.calls.filter(([, fields]) => fields?.['waitId'] === id).map(([message]) => message)).toEqual([
      'a buyer could not be told of stock; it is tried again later',
      'a buyer could not be told of stock, and it is not tried again',
    ])
    failed.mockRestore()
  })

  test('is notified even beyond the first hundred', async () => {
    const people = await Promise.all(Array.from({ length: 101 }, () => shop.signedIn()))
    await shop.db.insert(stockWaits).values(people.map(({ actor }) => ({ id: newId(), userId: actor.id, toolId })))
    await receive(1)
    expect(await told()).toHaveLength(101)
    expect(await shop.db.$count(stockWaits)).toBe(0)
  })

  test('sees the request in the data export, and it is deleted with the account', async () => {
    await wait(buyer)
    const exported = await shop.app.request('/api/profile/export', { headers: buyer.headers })
    const { stockWaits: listed } = z.looseObject({ stockWaits: z.array(z.unknown()) }).parse(await exported.json())
    expect(listed).toEqual([{ toolId, productName: 'WX-850 Gold', createdAt: shop.clock.now().toISOString() }])
    expect((await shop.app.request('/api/profile', json('DELETE', {}, buyer.headers))).status).toBe(204)
    expect(await shop.db.$count(stockWaits)).toBe(0)
    await receive(1)
    expect(await told()).toEqual([])
  })
})
