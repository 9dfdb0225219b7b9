import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteTool, findTool } from '#features/catalogue/store.ts'
import { reserve } from '#features/inventory/stock.ts'
import { inTransaction } from '#platform/db/database.ts'
import type { TokenSubject } from '#shared/actor.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { minor } from '#shared/money.ts'
import { lockOrder, lockOrderIfFree, markPaid, noteProcessing, releaseOrder } from './lifecycle.ts'
import { findOrder, listOverdue, type OrderRow } from './store.ts'
import { orderLines, orders } from './tables.ts'

let shop: TestShop
let buyer: TokenSubject
beforeAll(async () => {
  shop = await openTestShop()
  buyer = (await shop.signedIn()).subject
})
afterAll(() => shop.close())

const at = new Date('2025-06-03T08:00:00.000Z')

async function placed(orderQuantity = 2) {
  const tool = await makeTool(shop.db)
  return { tool, id: await shop.shop.orders.place(buyer, orderOf(tool, { orderQuantity }), undefined) }
}

/** Runs `work` with a locked order. */
function locked<T>(id: string, work: (tx: Parameters<typeof lockOrder>[0], order: OrderRow) => Promise<T>): Promise<T> {
  return inTransaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) throw new Error('no such order')
    return work(tx, order)
  })
}

const orderNow = async (id: string) => (await findOrder(shop.db, id))?.order

test('an order is locked by its id, and an unknown id finds none', async () => {
  const { id } = await placed()
  await placed()
  expect(await locked(id, async (_, order) => order.id)).toBe(id)
  expect((await inTransaction(shop.db, (tx) => lockOrderIfFree(tx, id)))?.id).toBe(id)
  const nobody = '0199f0a0-0000-7000-8000-000000000001'
  expect(await inTransaction(shop.db, (tx) => lockOrder(tx, nobody))).toBeUndefined()
  expect(await inTransaction(shop.db, (tx) => lockOrderIfFree(tx, nobody))).toBeUndefined()
})

test('an impossible step is refused and changes neither order nor stock', async () => {
  const { tool, id } = await placed()
  expect(await locked(id, (tx, order) => markPaid(tx, order, at))).toBe(true)
  expect(await orderNow(id)).toMatchObject({ state: 'paid', paidAt: at })
  await expect(locked(id, (tx, order) => releaseOrder(tx, order, 'cancelled', { at }))).rejects.toThrow(
    'from paid to cancelled',
  )
  await expect(locked(id, (tx, order) => markPaid(tx, order, at))).rejects.toThrow('from paid to paid')
  expect(await orderNow(id)).toMatchObject({ state: 'paid' })
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 48, ledger: 48 })
})

test('an ended order returns its stock, and takes it again when paid if there is enough', async () => {
  const { tool, id } = await placed(2)
  const other = await placed(1)
  await locked(id, (tx, order) => releaseOrder(tx, order, 'expired', { at }))
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  const rest = await shop.shop.orders.place(buyer, orderOf(tool, { orderQuantity: 49 }), undefined)
  expect(await locked(id, (tx, order) => markPaid(tx, order, at))).toBe(false)
  expect(await orderNow(id)).toMatchObject({ state: 'expired', paidAt: null })
  await locked(rest, (tx, order) => releaseOrder(tx, order, 'cancelled', { at }))
  await shop.shop.orders.place(buyer, orderOf(tool, { orderQuantity: 48 }), undefined)
  expect(await locked(id, (tx, order) => markPaid(tx, order, at))).toBe(true)
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 0, ledger: 0 })
  expect(await stockOf(shop.db, other.tool.id)).toEqual({ available: 49, ledger: 49 })
  expect(await orderNow(other.id)).toMatchObject({ state: 'placed', paidAt: null })
})

test('an order of two tools takes the stock of both again or of neither', async () => {
  const { tool, id } = await placed(2)
  const second = await makeTool(shop.db, { availableQuantity: 8 })
  await locked(id, (tx) => reserve(tx, [{ toolId: second.id, quantity: 3 }], { orderId: id, at }))
  await shop.db.insert(orderLines).values({
    orderId: id,
    position: 2,
    toolId: second.id,
    productName: second.name,
    partNumber: second.partNumber,
    img: second.img,
    quantity: 3,
    unitPrice: second.price,
    total: minor(3 * second.price),
  })
  await locked(id, (tx, order) => releaseOrder(tx, order, 'expired', { at }))
  expect(await stockOf(shop.db, second.id)).toEqual({ available: 8, ledger: 8 })
  const last = await shop.shop.orders.place(buyer, orderOf(second, { orderQuantity: 6 }), undefined)
  expect(await locked(id, (tx, order) => markPaid(tx, order, at))).toBe(false)
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
  await locked(last, (tx, order) => releaseOrder(tx, order, 'cancelled', { at }))
  expect(await locked(id, (tx, order) => markPaid(tx, order, at))).toBe(true)
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 48, ledger: 48 })
  expect(await stockOf(shop.db, second.id)).toEqual({ available: 5, ledger: 5 })
})

test('a late payment does not take the stock of a deleted tool', async () => {
  const { tool, id } = await placed()
  await locked(id, (tx, order) => releaseOrder(tx, order, 'expired', { at }))
  await deleteTool(shop.db, tool.id, at)
  expect(await locked(id, (tx, order) => markPaid(tx, order, at))).toBe(false)
  expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
})

test('no step changes the version that an editor has seen', async () => {
  const { tool, id } = await placed()
  const versionNow = async () => (await findTool(shop.db, tool.id))?.version
  expect(await versionNow()).toBe(tool.version)
  await locked(id, (tx, order) => releaseOrder(tx, order, 'cancelled', { at }))
  expect(await versionNow()).toBe(tool.version)
})

test('a payment being processed is noted on its own order only', async () => {
  const [{ id }, other] = [await placed(), await placed()]
  await locked(id, (tx, order) => noteProcessing(tx, order, true))
  expect(await orderNow(id)).toMatchObject({ paymentProcessing: true })
  expect(await orderNow(other.id)).toMatchObject({ paymentProcessing: false })
  await locked(id, (tx, order) => noteProcessing(tx, order, false))
  expect(await orderNow(id)).toMatchObject({ paymentProcessing: false })
})

test('overdue orders are listed longest overdue first, up to a limit', async () => {
  const [first, second] = [await placed(), await placed()]
  const hold = (id: string, heldUntil: string) =>
    shop.db
      .update(orders)
      .set({ heldUntil: new Date(heldUntil) })
      .where(eq(orders.id, id))
  await hold(first.id, '2020-01-02T00:00:00Z')
  await hold(second.id, '2020-01-01T00:00:00Z')
  const overdue = (limit: number) => listOverdue(shop.db, new Date('2020-01-03T00:00:00Z'), limit)
  expect(await overdue(2)).toEqual([second.id, first.id])
  expect(await overdue(1)).toEqual([second.id])
  await hold(first.id, '2020-01-03T00:00:00.001Z')
  expect(await overdue(2)).toEqual([second.id])
})
