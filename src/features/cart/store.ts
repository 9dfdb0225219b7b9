import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { mayAct } from '#features/accounts/store.ts'
import { users } from '#features/accounts/tables.ts'
import { soldColumns, type SoldTool } from '#features/catalogue/store.ts'
import { stockLevels, tools } from '#features/catalogue/tables.ts'
import type { Database, Reads } from '#platform/db/database.ts'
import { jsonColumns } from '#platform/db/json-row.ts'
import { cachedQuery } from '#platform/db/query-cache.ts'
import type { TokenSubject } from '#shared/actor.ts'
import { cartLines, carts } from './tables.ts'

type LineRow = typeof cartLines.$inferSelect
/** A line of a cart with its product, deleted or not. */
export type CartLineRow = Pick<LineRow, 'toolId' | 'quantity' | 'seenPrice'> & { tool: SoldTool }
export type CartRows = { version: number; lines: CartLineRow[] }

const { toolId, quantity, seenPrice } = cartLines
const lineJson = jsonColumns({ toolId, quantity, seenPrice })
const toolJson = jsonColumns(soldColumns)
type LineCells = [line: unknown[], tool: unknown[]]

/** The cart of the user that matches the condition, in one query and so as of one moment. */
const selectCart = (db: Reads, condition: SQL | undefined) =>
  db
    .select({
      version: carts.version,
      lines: sql<LineCells[] | null>`(
        select json_agg(json_build_array(${lineJson.value}, ${toolJson.value}) order by ${cartLines.position})
        from ${cartLines} join ${tools} on ${tools.id} = ${toolId} join ${stockLevels} on ${stockLevels.toolId} = ${toolId}
        where ${cartLines.userId} = ${carts.userId}
      )`,
    })
    .from(users)
    .leftJoin(carts, eq(carts.userId, users.id))
    .where(condition)

const ofUser = eq(users.id, sql.placeholder('id'))
const cartOf = cachedQuery((db) => selectCart(db, ofUser).prepare('cart_of'))
const cartForReader = cachedQuery((db) =>
  selectCart(db, and(ofUser, mayAct(sql.placeholder('session')))).prepare('cart_for_reader'),
)

/** For somebody who never had a cart, it is empty and its version is 0. */
export async function findCart(db: Database, id: string): Promise<CartRows> {
  return readCart((await cartOf(db).execute({ id }))[0])
}

/** The same for its owner, while they may act; undefined once they may not any more. */
export async function findCartFor(db: Database, { id, session }: TokenSubject): Promise<CartRows | undefined> {
  const [found] = await cartForReader(db).execute({ id, session })
  return found && readCart(found)
}

const readCart = (found: { version: number | null; lines: LineCells[] | null } | undefined): CartRows => ({
  version: found?.version ?? 0,
  lines: (found?.lines ?? []).map(([line, tool]) => ({ ...lineJson.read(line), tool: toolJson.read(tool) })),
})

/** A cart's version and remembered requests, without its lines. */
type CartHead = Pick<typeof carts.$inferSelect, 'version' | 'requests'>

/** The caller has locked the cart's owner, so that nobody else changes the cart until the transaction ends. */
export async function headOf(tx: Database, userId: string): Promise<CartHead> {
  const [head] = await tx
    .select({ version: carts.version, requests: carts.requests })
    .from(carts)
    .where(eq(carts.userId, userId))
  return head ?? { version: 0, requests: [] }
}

export async function writeHead(tx: Database, userId: string, head: CartHead): Promise<void> {
  await tx
    .insert(carts)
    .values({ userId, ...head })
    .onConflictDoUpdate({ target: carts.userId, set: head })
}

export async function replaceLines(
  tx: Database,
  userId: string,
  lines: readonly Omit<LineRow, 'userId' | 'position'>[],
): Promise<void> {
  await tx.delete(cartLines).where(eq(cartLines.userId, userId))
  if (lines.length > 0)
    await tx.insert(cartLines).values(lines.map((line, position) => ({ userId, position, ...line })))
}

export async function deleteLines(tx: Database, userId: string, toolIds: readonly string[]): Promise<void> {
  await tx.delete(cartLines).where(and(eq(cartLines.userId, userId), inArray(cartLines.toolId, [...toolIds])))
}
