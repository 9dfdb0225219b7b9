import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import type { OrderWithLines } from './store.ts'
import { orders, orderSearch } from './tables.ts'

/** So many orders are looked at to guess how many have the words. */
const sampled = 1000
/**
 * `common`: to look for more orders than so many by the index takes longer than the page may. `few`: so few are named by their
 * ids; more than are ever counted.
 */
const usual = { common: 100_000, few: 2000 }
/** A word of more than this share of the orders tells little of which are meant. */
const tellingShare = 0.1
const mostWords = 8

export type Words = {
  /** Over orders. */
  condition: SQL
  /** Whether more orders than are ever counted have them. */
  areMany: boolean
}

/**
 * Whether an order has every word, and one that begins with the last, which may not be typed to its end. To begin with any of
 * them would take every order there is together first, for a word such as its year. How they are found soonest depends on how
 * many have them, which the database cannot tell of the beginning of a word: so a sample says it.
 */
export async function hasWords(db: Database, q: string, { common, few } = usual): Promise<Words> {
  const words = wordsOf(q).slice(0, mostWords)
  if (words.length === 0) return { condition: sql`false`, areMany: false }
  // Without a blank or a sign in it a word needs nothing but its quotes.
  const lexemes = words.map((word, n) => `'${word}'${n === words.length - 1 ? ':*' : ''}`)
  const all = queryOf(lexemes)
  const { about, shares } = await guess(db, lexemes)
  if (about < common) {
    const telling = lexemes.filter((_, n) => (shares[n] ?? 0) < tellingShare)
    const ids = await findIds(db, { all, telling, most: few + 1 })
    if (ids.length <= few) {
      // The plan for many, which goes through all orders until a page is full, would go through nearly all for these.
      const condition = sql`${orders.id} = any(string_to_array(${ids.join(',')}, ',')::uuid[])`
      return { condition, areMany: false }
    }
  }
  const condition = sql`exists (select from ${orderSearch} where ${orderSearch.orderId} = ${orders.id} and ${orderSearch.words} @@ ${all})`
  return { condition, areMany: true }
}

type Search = { all: SQL; telling: string[]; most: number }

/** By the words that tell; those that very many orders have would keep the index busy, and are looked for in what it finds. */
async function findIds(db: Database, { all, telling, most }: Search): Promise<string[]> {
  const found =
    telling.length === 0
      ? sql`${orderSearch.words} @@ ${all}`
      : sql`${orderSearch.words} @@ ${queryOf(telling)} and coalesce(${orderSearch.words}, '') @@ ${all}`
  const rows = await db.select({ id: orderSearch.orderId }).from(orderSearch).where(found).limit(most)
  return rows.map(({ id }) => id)
}

type Guess = {
  /** How many orders have all of them. */
  about: number
  /** Which share of the orders has each. */
  shares: number[]
}

async function guess(db: Database, lexemes: string[]): Promise<Guess> {
  const having = (lexeme: string[]) => sql`count(*) filter (where ${orderSearch.words} @@ ${queryOf(lexeme)})::float`
  const share = (lexeme: string[]) => sql`${having(lexeme)} / greatest(count(*), 1)`
  const { rows } = await db.execute<Guess>(sql`
    with size as materialized (select greatest(reltuples, 1) as rows from pg_class where oid = 'order_search'::regclass)
    select ${share(lexemes)} * (select rows from size) as about,
      json_build_array(${sql.join(
        lexemes.map((lexeme) => share([lexeme])),
        sql`, `,
      )}) as shares
    from ${orderSearch} tablesample system (least(100, ${sql.raw(String(100 * sampled))} / (select rows from size)))`)
  return rows[0] ?? { about: 0, shares: [] }
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

/** Writes down by which words staff find these orders. */
export async function indexOrders(tx: Database, found: readonly OrderWithLines[]): Promise<void> {
  const rows = found.map(({ order, lines }) => ({
    id: order.id,
    words: wordsOf(
      [
        order.number,
        order.email,
        order.name,
        order.address,
        order.phone,
        order.purchaseOrderNumber,
        ...lines.flatMap(({ productName, partNumber }) => [productName, partNumber]),
      ].join(' '),
    ),
  }))
  await tx.execute(sql`
    insert into order_search (order_id, words)
    select row.id, array_to_tsvector(array(select jsonb_array_elements_text(row.words)))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, words jsonb)
    on conflict (order_id) do nothing`)
}
