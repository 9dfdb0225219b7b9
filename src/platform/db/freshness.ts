import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** In milliseconds: how long a replica is waited for that has not all yet, and how soon one that could not be read is asked again. */
const patience = { behind: 30, again: 250 }
/** What lasts for so many tries is told: a replica may be a moment behind at any time. */
const triesUntilTold = 20

type Asks = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** Where a primary stands in its log, and which log that is: after a failover it is another. */
export type Position = { lsn: string; system: string; timeline: string }

/** Everything that the primary has committed, and shown to anybody, is no further than this. */
export async function positionOf(primary: Asks): Promise<Position> {
  const { rows } = await primary.query(`
    select lsn::text, (select system_identifier from pg_control_system())::text as system,
      substr(pg_walfile_name(lsn), 1, 8) as timeline
    from (select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end as lsn) stands`)
  return rows[0] as Position
}

/** Whether a server is a replica, and has everything up to there. */
export async function hasReplayed(replica: Asks, { lsn, system, timeline }: Position): Promise<boolean> {
  const { rows } = await replica.query(
    `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
      and (select system_identifier from pg_control_system())::text = $2
      and (select lpad(upper(to_hex(timeline_id)), 8, '0') from pg_control_checkpoint()) = $3 as has`,
    [lsn, system, timeline],
  )
  return (rows[0] as { has: boolean | null }).has === true
}

/** @throws Error when it has not everything up to there in a moment. */
export async function untilReplayed(replica: Asks, position: Position): Promise<true> {
  const until = performance.now() + patience.behind
  while (!(await hasReplayed(replica, position))) {
    if (performance.now() > until) throw new Error('the read replica is behind, or is none')
    await sleep(2)
  }
  return true
}

/**
 * Shares answers among those who ask while the one before is under way: that one may be older than what was written since, the
 * next is not.
 */
export function shareNext<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  const begin = () => {
    next = undefined
    const answer = ask()
    last = answer.catch(() => undefined)
    return answer
  }
  return () => (next ??= last.then(begin))
}

/**
 * Whether a replica is used. One that was found wanting is looked at by the clock, at nobody's cost, until `look` succeeds.
 * @param onChange hears why it has not been used for a while, and, with nothing, that it is again.
 */
export function createStanding(look: () => Promise<void>, onChange: (problem?: unknown) => void) {
  /** Since it was last found well; until it is looked at for the first time it counts as wanting. */
  let failures = 1
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  // Not in the name, and not in the transaction, of whoever found it wanting.
  const byItself = AsyncLocalStorage.snapshot()

  async function lookAgain(): Promise<void> {
    try {
      await look()
      if (failures >= triesUntilTold) onChange()
      failures = 0
    } catch (error) {
      failures += 1
      if (failures === triesUntilTold) onChange(error)
      lookLater()
    }
  }
  function lookLater(): void {
    clearTimeout(timer)
    // mutant(condition → true): it would look once more, by connections that are closed
    if (!isStopped) timer = setTimeout(() => void byItself(lookAgain), patience.again)
  }

  void lookAgain()
  return {
    isUsed: (): boolean => failures === 0,
    /** It was found wanting. */
    lose(): void {
      // Others who found it so at the same moment have it looked at already.
      if (failures > 0) return
      failures = 1
      lookLater()
    },
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
