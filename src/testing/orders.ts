import { lockOrder, markPaid } from '#features/orders/lifecycle.ts'
import type { OrderRow } from '#features/orders/store.ts'
import { inTransaction, type Database } from '#platform/db/database.ts'
import type { TestShop } from './shop.ts'

/** Runs `work` with a locked order, as the payments do. */
export function withOrder<T>(
  { db }: Pick<TestShop, 'db'>,
  id: string,
  work: (tx: Database, order: OrderRow) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) throw new Error(`there is no order ${id}`)
    return work(tx, order)
  })
}

/** Marks an order as paid. */
export const payFor = (shop: Pick<TestShop, 'db' | 'clock'>, id: string): Promise<boolean> =>
  withOrder(shop, id, (tx, order) => markPaid(tx, order, shop.clock.now()))
