import { sql, type SQL } from 'drizzle-orm'
import type { Database, Reads } from '#platform/db/database.ts'
import type { OrderWithLines } from './store.ts'
import { orders, orderSearch } from './tables.ts'

/** So many orders are looked at to guess how many have the words. */
const sampled = 3000
/** `common`: so many are not even looked for by the index. `few`: so few are named by their ids. */
const usual = { common: 100_000, few: 2000 }
/** A word of more than this share of the orders tells little of which are meant. */
const tellingShare = 0.1
const mostWords = 8

/** The orders that have them in place of all orders, for who takes the first so many of them. */
export type Words = { orders: (wanted: number) => SQL }

/**
 * Whether an order has every word, and one that begins with the last, which may not be typed to its end. To begin with any of
 * them would take every order there is together first, for a word such as its year. How they are found soonest depends on how
 * many have them, which the database cannot tell of the beginning of a word: so a sample says it.
 */
export async function hasWords(db: Reads, q: string, { common, few } = usual): Promise<Words> {
  const words = wordsOf(q).slice(0, mostWords)
  if (words.length === 0) return { orders: () => ordersThat(sql`false`) }
  // Without a blank or a sign in it a word needs nothing but its quotes.
  const lexemes = words.map((word, n) => `'${word}'${n === words.length - 1 ? ':*' : ''}`)
  const all = queryOf(lexemes)
  const { size, about, shares } = await guess(db, lexemes)
  const found = byIndex(
    all,
    lexemes.filter((_, n) => (shares[n] ?? 0) < tellingShare),
  )
  if (about < common) {
    const rows = await db
      .select({ id: orderSearch.orderId })
      .from(orderSearch)
      .where(found)
      .limit(few + 1)
    const ids = rows.map(({ id }) => id)
    if (ids.length <= few) {
      const named = ordersThat(sql`${orders.id} = any(string_to_array(${ids.join(',')}, ',')::uuid[])`)
      return { orders: () => named }
    }
  }
  // The index finds them all; whoever goes through the orders in theirs stops when so many have them, each twice the work.
  const isSoonerByIndex = (wanted: number) => about < common && about ** 2 < 2 * wanted * size
  const through = ordersThat(
    sql`exists (select from ${orderSearch} where ${orderSearch.orderId} = ${orders.id} and ${orderSearch.words} @@ ${all})`,
  )
  return { orders: (wanted) => (isSoonerByIndex(wanted) ? ordersFound(found) : through) }
}

const ordersThat = (condition: SQL): SQL => sql`(select * from ${orders} where ${condition}) ${orders}`

/** In this way and no other: how many will be found is what the database guesses worst. */
const ordersFound = (found: SQL): SQL => sql`(
  select ${orders}.* from (select ${orderSearch.orderId} from ${orderSearch} where ${found} offset 0) found
  cross join lateral (select * from ${orders} where ${orders.id} = found.order_id offset 0) ${orders}
) ${orders}`

/** By the words that tell; those that very many orders have would keep the index busy, and are looked for in what it finds. */
const byIndex = (all: SQL, telling: string[]): SQL =>
  telling.length === 0
    ? sql`${orderSearch.words} @@ ${all}`
    : sql`${orderSearch.words} @@ ${queryOf(telling)} and coalesce(${orderSearch.words}, '') @@ ${all}`

type Guess = {
  /** How many orders there are. */
  size: number
  /** How many of them have all of the words. */
  about: number
  /** Which share of the orders has each. */
  shares: number[]
}

async function guess(db: Reads, lexemes: string[]): Promise<Guess> {
  const having = (lexeme: string[]) => sql`count(*) filter (where ${orderSearch.words} @@ ${queryOf(lexeme)})::float`
  const share = (lexeme: string[]) => sql`${having(lexeme)} / greatest(count(*), 1)`
  const { rows } = await db.execute<Guess>(sql`
    with size as materialized (select greatest(reltuples, 1) as rows from pg_class where oid = 'order_search'::regclass)
    select (select rows from size) as size, ${share(lexemes)} * (select rows from size) as about,
      json_build_array(${sql.join(
        lexemes.map((lexeme) => share([lexeme])),
        sql`, `,
      )}) as shares
    from ${orderSearch} tablesample system (least(100, ${sql.raw(String(100 * sampled))} / (select rows from size)))`)
  return rows[0] ?? { size: 0, about: 0, shares: [] }
}

/** As a constant: for words that it does not know the database plans as if they were rare. */
const queryOf = (lexemes: string[]): SQL => sql.raw(`'${lexemes.join(' & ').replaceAll("'", "''")}'::tsquery`)

/** The words of a text, each once: what stands between blanks and signs, in lower case. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s\p{P}\p{S}]+/u)
      .filter(Boolean),
  ),
]

/** By which words staff find an order from the beginning. */
export const wordsOfOrder = ({ order, lines }: OrderWithLines): string =>
  [
    order.number,
    order.email,
    order.name,
    order.address,
    order.phone,
    order.purchaseOrderNumber,
    ...lines.flatMap(({ productName, partNumber }) => [productName, partNumber]),
  ].join(' ')

/**
 * Writes down words by which staff find orders, beside those that they have: an invoice can be there before the order's own. In
 * the order of their ids, so that of two who write at once neither has what the other waits for.
 */
export async function addWords(tx: Database, found: readonly { orderId: string; text: string }[]): Promise<void> {
  const rows = [...Map.groupBy(found, ({ orderId }) => orderId)].map(([id, of]) => ({
    id,
    words: wordsOf(of.map(({ text }) => text).join(' ')),
  }))
  await tx.execute(sql`
    insert into order_search (order_id, words)
    select row.id, array_to_tsvector(array(select jsonb_array_elements_text(row.words)))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, words jsonb)
    order by row.id
    on conflict (order_id) do update set words = order_search.words || excluded.words`)
}
