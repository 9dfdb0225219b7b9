import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runCommand } from '../backups.ts'
import type { Provider } from './provider.ts'
import { patienceMs, type Report } from './report.ts'

type Mail = { id: string; at: number }
type Parts = {
  /** The environment of the processes. */
  env: Record<string, string>
  report: Pick<Report, 'acknowledged' | 'faults'>
  provider: Pick<Provider, 'taken'>
  mails: readonly Mail[]
  /** How long the shop may take to learn of payments, in milliseconds. */
  hearsWithin: number
}

/** Checks the shop's books against the records of its buyers, card provider and mail server. @returns the discrepancies. */
export async function verdictOf({ env, report, provider, mails, hearsWithin }: Parts): Promise<string[]> {
  const client = new pg.Client({ connectionString: env['DATABASE_URL'] })
  await client.connect()
  const read = async (text: string, values: unknown[] = []) =>
    (await client.query<{ found: string }>(text, values)).rows.map(({ found }) => found)
  try {
    const money = await settled(
      async () => [
        ...(await read(unaccounted, [JSON.stringify(await provider.taken())])),
        ...(await read(paidWithout, [(await provider.taken()).map(({ intentId }) => intentId)])),
      ],
      hearsWithin,
    )
    const lost = await read('select id as found from unnest($1::uuid[]) id where id not in (select id from "order")', [
      report.acknowledged,
    ])
    const twice = await read(
      `select purchase_order_number as found from "order" where purchase_order_number is not null group by 1 having count(*) > 1`,
    )
    const books = await runCommand('admin', ['balance'], env)
    return [
      ...lost.map((id) => `order ${id} was acknowledged, but is missing`),
      ...twice.map((number) => `order ${number} exists twice`),
      ...money,
      ...mailedTwice(mails, report.faults),
      ...(books.code === 0 ? [] : [books.output]),
    ]
  } finally {
    await client.end()
  }
}

/** Repeats `look` until it finds nothing. @returns what it still finds after `ms` milliseconds. */
async function settled(look: () => Promise<string[]>, ms: number): Promise<string[]> {
  for (const deadline = Date.now() + ms; ; await sleep(1_000)) {
    const found = await look()
    if (found.length === 0 || Date.now() > deadline) return found
  }
}

/**
 * Money that the provider took and the shop does not account for. It is accounted for by a payment of the same amount that counts
 * for an order, is refunded or is listed, or by a listed event. The provider's refunds must be known to the shop or be listed too.
 */
const unaccounted = `
  select 'the provider took ' || t.captured || ' by ' || t."intentId" || ' and refunded ' || t.refunded || '; the shop has it as '
    || coalesce(p.state || ', ' || p.captured || ', refunded ' || coalesce(r.amount, 0), 'unknown') as found
  from jsonb_to_recordset($1::jsonb) as t("intentId" text, captured bigint, refunded bigint)
  left join payment p on p.intent_id = t."intentId"
  left join "order" o on o.id = p.order_id
  left join (select payment_id, sum(amount) filter (where state in ('succeeded', 'pending')) as amount,
      bool_or(state in ('requested', 'failed')) as is_listed from refund group by payment_id) r on r.payment_id = p.id
  where not coalesce(p.state = 'mismatch', false)
    and not exists (select from payment_event e where e.handled_at is null and e.payload::text like '%' || t."intentId" || '%')
    and not coalesce(p.captured = t.captured and (o.paid_at is not null and p.counts or p.state in ('refunding', 'refunded'))
      and (coalesce(r.amount, 0) = t.refunded or r.is_listed), false)`

/** Orders paid by card whose payment the provider does not know. */
const paidWithout = `
  select 'order ' || o.number || ' is paid by ' || p.intent_id || ', which the provider does not know' as found
  from payment p join "order" o on o.id = p.order_id where p.counts and p.intent_id <> all($1::text[])`

/** How long after a message arrives its sender may still be killed before recording it as sent, in milliseconds. */
const unnotedMs = 1_000

/** Messages the mail server received twice, unless the sending process was killed before it could record the first copy. */
export function mailedTwice(mails: readonly Mail[], faults: Report['faults']): string[] {
  const kills = faults.filter(({ said }) => said.includes('worker was killed'))
  /** Whether the sender was killed while handling the copy sent at `at`, before the next copy arrived. */
  const isExcused = (at: number, next: number) =>
    kills.some(({ from }) => from >= at && from < Math.min(next, notedBy(at, faults)))
  return [...Map.groupBy(mails, ({ id }) => id)]
    .filter(([, copies]) => copies.slice(1).some((next, n) => !isExcused(copies[n]?.at ?? 0, next.at)))
    .map(([id, copies]) => `the message ${id} came ${copies.length} times`)
}

/** The time by which a sent message must be recorded: not before an outage of the database is over. */
function notedBy(at: number, faults: Report['faults']): number {
  const soon = at + unnotedMs
  const away = faults
    .filter(({ line, from, until }) => line === 'database' && from < soon && until + patienceMs > at)
    .map(({ until }) => until + patienceMs)
  return Math.max(soon, ...away)
}
