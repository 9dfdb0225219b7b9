import { sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'

/** How large a shop is. */
export type Size = { products: number; orders: number }
/** A new shop. */
export const smallest: Size = { products: 24, orders: 0 }

/** Adds products and orders, with order lines and stock movements, up to `size`, and stock that never runs out. */
export async function fill(db: Database, { products, orders }: Size): Promise<void> {
  for (const statement of [productsUpTo(products), ...restock, buyersOf(orders), ordersUpTo(orders)])
    await db.execute(statement)
  // A table last analyzed as empty would be scanned whole for every foreign key, however it grows, until the next analyze.
  await db.execute(orders > 0 ? sql`analyze` : sql`analyze tool, stock_level, stock_movement, "user"`)
}

const manyPieces = sql.raw('1000000000')

/** The added ids are UUIDv7s of one past day, so they sort and index like real ones. */
const pastId = (n: string, kind: number) =>
  sql.raw(`(lpad(to_hex(1750000000000 + ${n}), 12, '0') || '7000a00${kind}' || lpad(to_hex(${n}), 12, '0'))::uuid`)

const productsUpTo = (wanted: number) => sql`
  insert into tool (id, name, part_number, description, category, img, specification, price, minimum_order_quantity)
  select ${pastId('n', 0)}, (array['Supply', 'Charger', 'Case', 'Cooler'])[n % 4 + 1] || ' ' || n, 'P-' || n,
    'A product of the benchmark with ' || n % 1000 || ' W.',
    (array['power-supplies', 'adapters', 'cases', 'cooling'])[n % 4 + 1], '/products/atx.webp', '{"rows": []}',
    100 + n % 5000, 1
  from generate_series((select count(*) from tool) + 1, ${wanted}::bigint) n`

const restock = [
  sql`insert into stock_level select id, 0 from tool on conflict do nothing`,
  sql`update tool set minimum_order_quantity = 1, order_increment = 1 where (minimum_order_quantity, order_increment) <> (1, 1)`,
  sql`
  with stocked as (
    update stock_level level set available = ${manyPieces}
    from stock_level before where before.tool_id = level.tool_id and before.available < ${manyPieces} / 2
    returning level.tool_id, ${manyPieces} - before.available as added
  )
  insert into stock_movement (id, tool_id, quantity, reason) select gen_random_uuid(), tool_id, added, 'correction' from stocked`,
]

/** One buyer for every 20 orders. */
const buyersOf = (orders: number) => sql`
  insert into "user" (id, name, email)
  select ${pastId('n', 1)}, 'Buyer ' || n, 'past-buyer-' || n || '@example.com'
  from generate_series(1, (${orders}::bigint + 19) / 20) n
  on conflict do nothing`

const ordersUpTo = (wanted: number) => sql`
  with made as (
    select n, ${pastId('n', 2)} as id, tool.id as tool_id, tool.name, tool.part_number, tool.img, tool.price,
      ${pastId('buyer', 1)} as user_id,
      'past-buyer-' || buyer || '@example.com' as email
    from (select n, (n + 19) / 20 as buyer from generate_series((select count(*) from "order") + 1, ${wanted}::bigint) n) n
    join (select *, row_number() over (order by id) as nth from tool) tool on tool.nth = n % ${sql.raw(String(smallest.products))} + 1
  ), placed as (
    insert into "order" (id, number, user_id, email, name, address, phone, state, total, currency, created_at, held_until)
    select id, 'WW-2025-' || n, user_id, email, 'Buyer', 'Plot 9, Mirpur, Dhaka', '+880 1711 000000', 'cancelled', price,
      'usd', now(), now() from made
  ), line as (
    insert into order_line (order_id, position, tool_id, product_name, part_number, img, quantity, unit_price, total)
    select id, 1, tool_id, name, part_number, img, 1, price, price from made
  )
  insert into stock_movement (id, tool_id, quantity, reason, order_id)
  select gen_random_uuid(), tool_id, quantity, reason, id
  from made, (values (-1, 'order'), (1, 'cancelled')) movement (quantity, reason)`
