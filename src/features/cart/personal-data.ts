import { and, asc, eq, gt } from 'drizzle-orm'
import type { Person } from '#features/accounts/personal-data.ts'
import { tools } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { readAll } from '#platform/db/read-all.ts'
import { toMajor } from '#shared/money.ts'
import { cartLines, carts } from './tables.ts'

/** What is in somebody's cart. */
export async function* readCart(db: Database, { id: userId }: Person, currency: string) {
  const rows = readAll((after, limit) =>
    db
      .select({ id: tools.id, productName: tools.name, quantity: cartLines.quantity, price: cartLines.seenPrice })
      .from(cartLines)
      .innerJoin(tools, eq(tools.id, cartLines.toolId))
      .where(and(eq(cartLines.userId, userId), gt(cartLines.toolId, after)))
      .orderBy(asc(cartLines.toolId))
      .limit(limit),
  )
  for await (const { id: toolId, price, ...line } of rows)
    yield { toolId, ...line, seenPrice: toMajor(price, currency) }
}

/** The lines are deleted with the cart. */
export async function eraseCart(tx: Database, { id }: Person): Promise<void> {
  await tx.delete(carts).where(eq(carts.userId, id))
}
