import { and, eq, inArray, sql } from 'drizzle-orm'
import { partKey, nameKey, tools } from '#features/catalogue/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { mostCandidates } from './schema.ts'
import type { Named } from './rules.ts'
import { buyerParts } from './tables.ts'

const isSold = sql<boolean>`${tools.deletedAt} is null`
const named = { id: tools.id, partKey: sql<string>`${partKey}`, nameKey: sql<string>`${nameKey}`, isSold }
const anyOf = (keys: readonly string[]) => sql`any(${sql.param(keys)}::text[])`

/** The products that have one of these keys as part number or name, sold or not, newest first. */
export function findNamed(db: Database, keys: readonly string[]): Promise<Named[]> {
  return db
    .select(named)
    .from(tools)
    .where(sql`${partKey} = ${anyOf(keys)} or ${nameKey} = ${anyOf(keys)}`)
    .orderBy(sql`${tools.id} desc`)
}

/** Products by their ids, sold or not. */
export async function findByIds(db: Database, ids: readonly string[]): Promise<Map<string, Named>> {
  const rows = await db
    .select(named)
    .from(tools)
    .where(inArray(tools.id, [...ids]))
  return new Map(rows.map((tool) => [tool.id, tool]))
}

/** The products a user has chosen for these keys before, by key. */
export async function findOwn(db: Database, userId: string, keys: readonly string[]): Promise<Map<string, Named>> {
  const rows = await db
    .select({ key: buyerParts.key, ...named })
    .from(buyerParts)
    .innerJoin(tools, eq(tools.id, buyerParts.toolId))
    .where(and(eq(buyerParts.userId, userId), sql`${buyerParts.key} = ${anyOf(keys)}`))
  return new Map(rows.map(({ key, ...tool }) => [key, tool]))
}

/** A text to find near matches for: its key and its plain words. */
export type Asked = { id: string; key: string; words: string }
type Near = { id: string; toolId: string; begins: boolean }

/** The products on sale nearest to each text: those that begin with it first, then by similarity. */
export async function findNear(db: Database, asked: readonly Asked[]): Promise<Near[]> {
  const { rows } = await db.execute<Near>(sql`
    select asked.id, near.id as "toolId", near.begins
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (id text, key text, words text)
    cross join lateral (
      select ${tools.id}, starts_with(${tools.searchText}, asked.words) or starts_with(${partKey}, asked.key) as begins,
        greatest(similarity(asked.key, ${partKey}), word_similarity(asked.words, ${tools.searchText})) as alike
      from ${tools}
      where ${tools.deletedAt} is null and (asked.words <% ${tools.searchText} or asked.key % ${partKey})
      order by begins desc, alike desc, ${tools.id} desc
      limit ${mostCandidates}
    ) near`)
  return rows
}

/** The names of products, sold or not, by id. */
export async function namesOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: tools.id, name: tools.name })
    .from(tools)
    .where(inArray(tools.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function countOwn(tx: Database, userId: string): Promise<number> {
  return tx.$count(buyerParts, eq(buyerParts.userId, userId))
}

export async function putOwn(tx: Database, row: typeof buyerParts.$inferInsert): Promise<void> {
  const { part, toolId } = row
  await tx
    .insert(buyerParts)
    .values(row)
    .onConflictDoUpdate({ target: [buyerParts.userId, buyerParts.key], set: { part, toolId } })
}

export async function deleteOwn(tx: Database, userId: string, keys: readonly string[]): Promise<void> {
  await tx.delete(buyerParts).where(and(eq(buyerParts.userId, userId), inArray(buyerParts.key, [...keys])))
}
