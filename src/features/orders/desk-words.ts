import { sql, type SQL } from 'drizzle-orm'
import type { Database, Reads } from '#platform/db/database.ts'
import { withAsciiDigits } from '#shared/text.ts'
import type { OrderWithLines } from './store.ts'
import { orders, orderSearch } from './tables.ts'

/** How many orders are sampled to estimate how many have the words. */
const sampled = 3000
/** `common`: from this estimate on, the index is not tried. `few`: up to this many matches are listed by their ids. */
const usual = { common: 100_000, few: 2000 }
/** A word that more than this share of the orders has is not selective. */
const tellingShare = 0.1
const mostWords = 8

/** The matching orders, to query in place of the whole table, for a caller that takes the first `wanted` of them. */
export type Words = { orders: (wanted: number) => SQL }

/**
 * Finds orders that have every word; the last one is a prefix, since it may not be fully typed. If every word were a prefix, one
 * such as the year would collect all orders first. The fastest way depends on how many orders match, which the database cannot
 * estimate for a prefix, so a sample is taken.
 */
export async function hasWords(db: Reads, q: string, { common, few } = usual): Promise<Words> {
  const words = wordsOf(q).slice(0, mostWords)
  if (words.length === 0) return { orders: () => ordersThat(sql`false`) }
  const lexemes = words.map((word, n) => lexemeOf(word, n === words.length - 1 ? ':*' : ''))
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
  // The index finds all matches. A scan of the orders in sort order stops after `wanted` matches, but costs twice as much per row.
  const isSoonerByIndex = (wanted: number) => about < common && about ** 2 < 2 * wanted * size
  const through = ordersThat(
    sql`exists (select from ${orderSearch} where ${orderSearch.orderId} = ${orders.id} and ${orderSearch.words} @@ ${all})`,
  )
  return { orders: (wanted) => (isSoonerByIndex(wanted) ? ordersFound(found) : through) }
}

/**
 * Bangla digits also match ASCII digits, which order numbers have. Words contain no whitespace or punctuation, so they need no
 * escaping but the quotes.
 */
function lexemeOf(word: string, end: string): string {
  const ascii = withAsciiDigits(word)
  return ascii === word ? `'${word}'${end}` : `('${word}'${end} | '${ascii}'${end})`
}

const ordersThat = (condition: SQL): SQL => sql`(select * from ${orders} where ${condition}) ${orders}`

/** Forces this plan with `offset 0`: the number of matches is what the database estimates worst. */
const ordersFound = (found: SQL): SQL => sql`(
  select ${orders}.* from (select ${orderSearch.orderId} from ${orderSearch} where ${found} offset 0) found
  cross join lateral (select * from ${orders} where ${orders.id} = found.order_id offset 0) ${orders}
) ${orders}`

/** Looks up only selective words in the index; very common ones would slow it down and are checked on what it finds. */
const byIndex = (all: SQL, telling: string[]): SQL =>
  telling.length === 0
    ? sql`${orderSearch.words} @@ ${all}`
    : sql`${orderSearch.words} @@ ${queryOf(telling)} and coalesce(${orderSearch.words}, '') @@ ${all}`

type Guess = {
  /** How many orders there are. */
  size: number
  /** How many of them have all of the words. */
  about: number
  /** The share of the orders that has each word. */
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

/** Inlined as a constant: for a parameter, the database plans as if the words were rare. */
const queryOf = (lexemes: string[]): SQL => sql.raw(`'${lexemes.join(' & ').replaceAll("'", "''")}'::tsquery`)

/** The distinct words of a text in lower case, split at whitespace, punctuation and symbols. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s\p{P}\p{S}]+/u)
      .filter(Boolean),
  ),
]

/** The words by which staff find an order as soon as it is placed. */
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
 * Adds search words to orders, keeping those they have: an invoice's words can be there before the order's own. Rows are written
 * in the order of their ids, so that two concurrent writers cannot deadlock.
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
