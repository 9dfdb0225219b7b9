import { sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { get, type Call } from './lib/call.ts'
import { mostDuring } from './lib/figures.ts'
import { median } from './lib/lists.ts'
import { wrk } from './lib/load.ts'
import type { MeasuredServer } from './lib/server.ts'
import { figure, figureHead, publish, table, type Row } from './lib/table.ts'
import { openWorld, type Bench } from './lib/world.ts'

const size = { products: 1000, orders: 1_000_000 }
const days = 1000
const pageOf = 25

/** The queries for GET /api/orders: every filter and sort, alone and combined, with rare, common and unknown words. */
const queries: Record<string, string> = {
  all: '',
  'the oldest': 'sort=oldest',
  'the most expensive': 'sort=-total',
  'one state': 'state=paid',
  'a rare state': 'state=refunded',
  'the most expensive in a state': 'state=shipped&sort=-total',
  'a day': 'from=2025-01-20&to=2025-01-20',
  'a year, the cheapest': 'from=2024-06-01&to=2025-05-31&sort=total',
  'a state and a week': 'state=delivered&from=2025-01-01&to=2025-01-07',
  'payment in progress': 'processing=yes',
  'an order’s number': 'q=WW-2025-777777',
  'the start of a number': 'q=WW-2025-7777',
  'an e-mail': 'q=past-buyer-4711@example.com',
  'the start of an e-mail': 'q=past-buyer-47',
  'a word in every order': 'q=mirpur',
  'a product, in a state': 'q=cooler%207&state=paid',
  'a product, the most expensive': 'q=supply%2020&sort=-total',
  'a word in no order': 'q=nowhere',
}

/** Measures the staff order list and its CSV export with a million orders. */
export async function measureDesk(bench: Bench): Promise<void> {
  await using world = await openWorld(bench, size)
  const { db, shop, reader } = world
  await spread(db)
  await db.execute(sql`update "user" set role = 'admin' where email = ${reader.email}`)
  const figures = await Array.fromAsync(Object.entries(queries), async ([title, query]) => {
    const call = await reader.as(get(`/api/orders?limit=${pageOf}${query && `&${query}`}`))
    const rounds = await Array.fromAsync(Array(bench.rounds), () => wrk(shop, [call], bench.seconds, 1))
    const value = median(rounds.map(({ p50 }) => p50))
    console.log(title, value)
    return figure(`The first ${pageOf} of: ${title}`, value, 'ms', 50)
  })
  figures.push(await measureExport(shop, await reader.as(get('/api/orders.csv'))))
  publish('desk', table(figureHead, figures))
}

/** Spreads the orders over all states and days, and makes them searchable by their words. */
async function spread(db: Database): Promise<void> {
  await db.execute(sql`
    with numbered as (select id, row_number() over (order by id) as n from "order")
    update "order" set
      created_at = timestamptz '2025-06-01' - (n % ${days}) * interval '1 day' - (n % 86400) * interval '1 second',
      paid_at = now(),
      total = total * (n % 50 + 1),
      state = case when n % 500 = 0 then 'refunded'
        else (array['delivered', 'delivered', 'delivered', 'shipped', 'paid', 'cancelled', 'expired'])[n % 7 + 1] end
    from numbered where numbered.id = "order".id`)
  await db.execute(sql`
    insert into order_search (order_id, words)
    select "order".id, array_to_tsvector(array(
      select distinct word from regexp_split_to_table(
        lower(concat_ws(' ', number, email, name, address, phone, product_name, part_number)), '[^[:alnum:]]+') word
      where word <> ''))
    from "order" join order_line on order_id = "order".id
    on conflict do nothing`)
  // The old row versions would slow down whatever scans the whole table.
  await db.execute(sql`vacuum full "order"`)
  await db.execute(sql`vacuum analyze`)
}

/** How much memory the CSV of all orders adds when it is read to the end. */
async function measureExport({ port, usage }: MeasuredServer, { path, headers }: Call): Promise<Row> {
  const before = (await usage()).memoryMb
  const from = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  if (!answer.ok || !answer.body) throw new Error(`the export failed: ${answer.status}`)
  let bytes = 0
  const reading = answer.body.pipeTo(new WritableStream({ write: (chunk) => void (bytes += chunk.length) }))
  const most = await mostDuring(reading, 200, async () => (await usage()).memoryMb)
  const note = `${(bytes / 1e6).toFixed(0)} MB in ${((performance.now() - from) / 1000).toFixed(0)} s`
  const title = `CSV of ${size.orders.toLocaleString('en')} orders: peak memory added`
  return figure(title, most - before, 'MB', 150, note)
}
