import { sql } from 'drizzle-orm'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Engine, Reads, ReplicaLoad } from '#platform/db/database.ts'
import type { PageCache } from '#platform/page-cache/cache.ts'
import { toMajor, minor } from '#shared/money.ts'
import { within } from '#shared/within.ts'

/** The least time for which a reading of the database is reused, and the most it is waited for; in milliseconds. */
const patience = { stands: 15_000, reads: 2_000 }
/** The statement counts whole tables: however many orders there are, it takes at most this share of the database's time. */
const mostOfTime = 1 / 100

type Row = { about: string; name: string; detail: string; count: number; amount: number | null }

/** Everything counted in the database, in one statement. Amounts in minor units, ages in seconds. */
const counted = sql`
  select 'queue' as about, name, case when state = 'active' then 'active' else 'waiting' end as detail, count(*)::int as count,
      extract(epoch from now() - min(created_on))::float8 as amount
    from jobs.job where state in ('created', 'retry', 'active') group by 2, 3
  union all
  select 'orders', state, pay_by, count(*)::int, null from "order" group by state, pay_by
  union all
  select 'captured', case when counts then 'counted' else state end, currency, count(*)::int, sum(captured)::float8
    from payment where captured > 0 group by 2, 3
  union all
  select 'refunds', state, currency, count(*)::int, sum(amount)::float8 from refund group by state, currency`

type Parts = { engine: Engine; cache: Pick<PageCache, 'load'>; warn: (error: unknown) => void }

/**
 * Metrics of the shop. The database is read every 15 seconds at most, and less often the longer the reading takes.
 * @returns a function that updates them before they are reported.
 */
export function measureShop(registry: Registry, { engine, cache, warn }: Parts): () => Promise<void> {
  const registers = [registry]
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const connections = gauge('database_connections', 'Connections of this process, and who waits for one.', ['state'])
  const pages = gauge('page_cache_entries', 'Answers that are kept ready.')
  const bytes = gauge('page_cache_bytes', 'What they take.')
  const jobs = gauge('jobs', 'Jobs of a queue that wait or are being done, of all processes.', ['queue', 'state'])
  const age = gauge('job_oldest_seconds', 'How long ago the oldest of them was added.', ['queue', 'state'])
  const orders = gauge('orders', 'Orders by their state, of the whole shop.', ['state', 'pay_by'])
  const money = gauge('payments_captured', 'Captured money by what became of it, major units.', ['outcome', 'currency'])
  const refunds = gauge('refunds', 'Money that goes or went back, major units.', ['state', 'currency'])
  const read = gauge('database_read_seconds', 'How long ago the database was last read for these.')
  const rows = readSeldom(engine.reads, warn)
  const tellReplica = engine.replica && measureReplica(registry, engine.replica)

  return async () => {
    for (const [state, count] of Object.entries(engine.load?.() ?? {})) connections.set({ state }, count)
    tellReplica?.()
    const kept = cache.load()
    pages.set(kept.entries)
    bytes.set(kept.bytes)
    const known = await rows()
    if (!known) return
    for (const each of [jobs, age, orders, money, refunds]) each.reset()
    for (const { about, name, detail, count, amount } of known.rows) {
      const inMajor = () => toMajor(minor(amount ?? 0), detail)
      if (about === 'queue') {
        jobs.set({ queue: name, state: detail }, count)
        age.set({ queue: name, state: detail }, amount ?? 0)
      } else if (about === 'orders') orders.set({ state: name, pay_by: detail }, count)
      else if (about === 'captured') money.set({ outcome: name, currency: detail }, inMajor())
      else refunds.set({ state: name, currency: detail }, inMajor())
    }
    read.set((performance.now() - known.at) / 1000)
  }
}

/** Reads that a replica may answer: `replica` counts those it did, `behind` and `failed` those that the primary had to. */
function measureReplica(registry: Registry, load: () => ReplicaLoad): () => void {
  const registers = [registry]
  const used = new Gauge({
    name: 'database_replica_used',
    help: 'Whether lists are read from a replica now.',
    registers,
  })
  const labelNames = ['outcome'] as const
  const reads = new Counter({ name: 'database_list_reads_total', help: 'Reads of lists.', labelNames, registers })
  return () => {
    const now = load()
    used.set(now.isUsed ? 1 : 0)
    reads.reset()
    for (const [outcome, count] of Object.entries(now.reads)) reads.inc({ outcome }, count)
  }
}

/** The rows as last read. A database that does not answer is not asked again until it has. */
function readSeldom(reads: Reads, warn: (error: unknown) => void) {
  let known: { at: number; standsUntil: number; rows: Row[] } | undefined
  let reading: Promise<void> | undefined
  const ask = async () => {
    const from = performance.now()
    try {
      const { rows } = await reads.execute<Row>(counted)
      const at = performance.now()
      known = { at, standsUntil: at + Math.max(patience.stands, (at - from) / mostOfTime), rows }
    } catch (error) {
      warn(error)
    } finally {
      reading = undefined
    }
  }
  return async () => {
    if (known && performance.now() < known.standsUntil) return known
    await within(patience.reads, (reading ??= ask()))
    return known
  }
}
