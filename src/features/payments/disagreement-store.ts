import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { minor, type Minor } from '#shared/money.ts'
import type { DisagreementKind } from './schema.ts'

/** A disagreement with the provider; amounts in minor units. */
export type DisagreementRow = {
  kind: DisagreementKind
  id: string
  orderId: string | null
  orderNumber: string | null
  amount: Minor | null
  expected: Minor | null
  currency: string | null
  since: Date
  dueBy: Date | null
  detail: string
}

type Raw = {
  kind: DisagreementKind
  id: string
  order_id: string | null
  number: string | null
  amount: string | number | null
  expected: string | number | null
  currency: string | null
  since: Date | string
  due_by: Date | string | null
  detail: string
}

/** How much of a payment `p` went back or is on its way back. */
const back = sql`((select coalesce(sum(r.amount), 0) from refund r where r.payment_id = p.id and r.state <> 'failed')
  + (select coalesce(sum(d.amount), 0) from dispute d where d.payment_id = p.id and d.state = 'lost'))`

/** Each selects the columns of `Raw`, in this order. */
const queries = (now: Date): Record<DisagreementKind, SQL> => {
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000).toISOString()
  const fiveMinutesAgo = new Date(now.getTime() - 300_000).toISOString()
  // Orders without a refund or a dispute are compared only while they are new: comparing all would take too long.
  const compared = new Date(now.getTime() - 30 * 24 * 3_600_000).toISOString()
  const moved = new Date(now.getTime() - 180 * 24 * 3_600_000).toISOString()
  return {
    'money-without-order': sql`
      select 'money-without-order' as kind, p.id::text as id, o.id::text as order_id, o.number,
        case when p.captured > 0 then p.captured - ${back} end as amount, o.total as expected, p.currency,
        p.changed_at as since, null::timestamptz as due_by, p.state as detail
      from payment p join "order" o on o.id = p.order_id
      where not p.counts and p.state in ('mismatch', 'refunding') and greatest(p.captured, 1) > ${back}
        and not exists (select 1 from refund r where r.payment_id = p.id and r.state = 'failed')`,
    'order-without-money': sql`
      select 'order-without-money' as kind, o.id::text as id, o.id::text as order_id, o.number,
        0::bigint as amount, o.total as expected, o.currency,
        o.paid_at as since, null::timestamptz as due_by, o.state as detail
      from "order" o
      where o.state in ('paid', 'shipped', 'delivered') and o.paid_at is not null and o.received = 0 and o.created_at >= ${compared}::timestamptz
        and not exists (select 1 from payment p where p.order_id = o.id and p.counts and p.captured > 0)`,
    'amounts-differ': sql`
      select 'amounts-differ' as kind, o.id::text as id, o.id::text as order_id, o.number,
        o.total - o.refunded as amount, p.captured - least(p.captured, ${back}) as expected, o.currency,
        p.changed_at as since, null::timestamptz as due_by, o.state as detail
      from (
        select payment_id from refund where changed_at >= ${moved}::timestamptz
        union select payment_id from dispute where changed_at >= ${moved}::timestamptz
        union select p.id from "order" o join payment p on p.order_id = o.id and p.counts
          where o.created_at >= ${compared}::timestamptz and (o.refunded > 0 or p.captured <> o.total)
      ) looked join payment p on p.id = looked.payment_id and p.counts join "order" o on o.id = p.order_id
      where (p.captured <> o.total or o.refunded <> least(o.total, least(p.captured, ${back})))`,
    'refund-failed': sql`
      select 'refund-failed' as kind, f.id::text as id, o.id::text as order_id, o.number,
        f.amount as amount, null::bigint as expected, f.currency,
        f.changed_at as since, null::timestamptz as due_by, coalesce(f.failure, 'unknown') as detail
      from refund f join payment p on p.id = f.payment_id join "order" o on o.id = f.order_id
      where f.state = 'failed' and p.captured > ${back}
        and not exists (select 1 from refund r where r.payment_id = f.payment_id
          and (r.replaces = f.id or (r.state <> 'failed' and r.created_at > f.changed_at and r.amount >= f.amount)))`,
    'refund-hangs': sql`
      select 'refund-hangs' as kind, f.id::text as id, o.id::text as order_id, o.number,
        f.amount as amount, null::bigint as expected, f.currency,
        f.changed_at as since, null::timestamptz as due_by, f.state as detail
      from refund f join "order" o on o.id = f.order_id
      where f.state in ('requested', 'pending') and f.changed_at < ${dayAgo}::timestamptz`,
    'dispute-open': sql`
      select 'dispute-open' as kind, d.id, o.id::text as order_id, o.number,
        d.amount as amount, null::bigint as expected, d.currency,
        d.opened_at as since, d.due_by, d.reason as detail
      from dispute d join "order" o on o.id = d.order_id
      where d.state = 'open'`,
    'event-unhandled': sql`
      select 'event-unhandled' as kind, e.event_id as id, null::text as order_id, null::text as number,
        null::bigint as amount, null::bigint as expected, null::text as currency,
        e.received_at as since, null::timestamptz as due_by,
        e.type || case when e.error is null then '' else ': ' || e.error end as detail
      from payment_event e
      where e.handled_at is null and (e.error is not null or e.received_at < ${fiveMinutesAgo}::timestamptz)`,
  }
}

/** At most this many of each kind are listed: the oldest. */
const mostOfAKind = 100

/** Lists disagreements, oldest first. @param only restricts the list to this kind and this id. */
export async function listDisagreements(
  db: Database,
  now: Date,
  only?: { kind: DisagreementKind; id: string },
): Promise<DisagreementRow[]> {
  const all = queries(now)
  const parts = (only ? [all[only.kind]] : Object.values(all)).map(
    (part) => sql`(select * from (${part}) found ${only ? sql`where id = ${only.id}` : sql``}
      order by since limit ${mostOfAKind})`,
  )
  const { rows } = await db.execute<Raw>(
    sql`select * from (${sql.join(parts, sql` union all `)}) listed order by since, id`,
  )
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    orderId: row.order_id,
    orderNumber: row.number,
    amount: row.amount === null ? null : minor(Number(row.amount)),
    expected: row.expected === null ? null : minor(Number(row.expected)),
    currency: row.currency,
    since: new Date(row.since),
    dueBy: row.due_by === null ? null : new Date(row.due_by),
    detail: row.detail,
  }))
}
