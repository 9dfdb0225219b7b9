import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'

/** Rules for the stored numbers, in words; each query returns a name for every violation. Amounts in minor units. */
const rules: Record<string, SQL> = {
  'stock is the sum of its movements, and never below zero': sql`
    select concat_ws(' ', 'product', nullif(t.part_number, ''), t.name) || ': ' || s.available || ' in stock, ' || coalesce(m.moved, 0) || ' moved' as name
    from stock_level s join tool t on t.id = s.tool_id
    left join (select tool_id, sum(quantity) as moved from stock_movement group by tool_id) m on m.tool_id = s.tool_id
    where s.available <> coalesce(m.moved, 0) or s.available < 0`,
  'an order costs what its lines cost, plus any tax added to them': sql`
    select 'order ' || o.number || ': ' || o.total || ', lines ' || coalesce(l.total, 0) as name
    from "order" o left join (select order_id, sum(total) as total, sum(tax) as tax, count(*) as count from order_line group by order_id) l
      on l.order_id = o.id
    where o.total <> coalesce(l.total, 0) + o.added_tax or o.line_count <> coalesce(l.count, 0) or o.added_tax not in (0, coalesce(l.tax, 0))`,
  // Pieces that went back on sale with a refund stay there when the refund fails.
  'an order that ended unpaid holds no stock, and every other order holds its pieces': sql`
    select 'order ' || o.number || ': ' || o.state || ', ' || coalesce(m.moved, 0) || ' of line ' || l.position as name
    from "order" o join order_line l on l.order_id = o.id
    left join (select order_id, tool_id, sum(quantity) as moved from stock_movement where order_id is not null group by order_id, tool_id) m
      on m.order_id = o.id and m.tool_id = l.tool_id
    where o.refunded = 0 and l.refunded = 0
      and not exists (select from refund r where r.order_id = o.id and r.restock and r.state = 'failed')
      and coalesce(m.moved, 0) <> case when o.state in ('cancelled', 'expired') then 0 else -l.quantity end`,
  'a card pays an order once and in full': sql`
    select 'order ' || o.number || ': ' || o.state || ', paid ' || coalesce(p.captured, 0) || ' of ' || o.total || ' by ' || coalesce(p.count, 0) as name
    from "order" o left join (select order_id, sum(captured) as captured, count(*) as count from payment where counts group by order_id) p
      on p.order_id = o.id
    where (o.pay_by = 'card' and o.state in ('paid', 'shipped', 'delivered') and (coalesce(p.count, 0) <> 1 or p.captured <> o.total))
      or (p.count > 0 and o.paid_at is null)`,
  'captured money belongs to an order, is refunded or is listed as a mismatch': sql`
    select 'payment ' || intent_id || ': ' || captured || ' captured, ' || state as name
    from payment where captured > 0 and not counts and state not in ('mismatch', 'refunding', 'refunded')`,
  'an account owes what is open on its orders, and its ledger agrees': sql`
    select 'account ' || u.email || ': owes ' || a.owed || ', orders ' || coalesce(o.open, 0) || ', ledger ' || coalesce(e.balance, 0) as name
    from credit_account a join "user" u on u.id = a.user_id
    left join (select user_id, sum(total - refunded - received) as open from "order"
      where pay_by = 'invoice' and paid_at is null and state in ('confirmed', 'shipped', 'delivered') group by user_id) o on o.user_id = a.user_id
    left join (select user_id, sum(amount) as balance from credit_entry group by user_id) e on e.user_id = a.user_id
    where a.owed <> coalesce(o.open, 0) or a.owed - a.credit <> coalesce(e.balance, 0)`,
  'invoices are numbered without gaps': sql`
    select c.kind || ': counted to ' || c.last || ', issued ' || coalesce(i.count, 0) || ' up to ' || coalesce(i.most, 0) as name
    from invoice_counter c left join (select kind, count(*) as count, max(sequence) as most from invoice group by kind) i on i.kind = c.kind
    where c.last <> coalesce(i.count, 0) or c.last <> coalesce(i.most, 0)`,
  'an invoice is for what its order costs': sql`
    select i.number || ': ' || i.total || ', order ' || o.number || ' ' || o.total as name
    from invoice i join "order" o on o.id = i.order_id where i.kind = 'invoice' and i.total <> o.total`,
}

/** At most this many violations of a rule are named. */
const mostNamed = 20

export type Imbalance = { rule: string; found: string[] }

/** Checks the stored numbers against each other in one snapshot. @returns what does not add up; nothing if all is well. */
export const balanceBooks = (db: Database): Promise<Imbalance[]> =>
  db.transaction(balanceIn, { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** The same in an open transaction. */
export async function balanceIn(tx: Database): Promise<Imbalance[]> {
  const imbalances: Imbalance[] = []
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await tx.execute<{ name: string }>(sql`${query} limit ${mostNamed}`)
    if (rows.length > 0) imbalances.push({ rule, found: rows.map(({ name }) => name) })
  }
  return imbalances
}

/** The rules that are checked, in words. */
export const bookRules: readonly string[] = Object.keys(rules)
