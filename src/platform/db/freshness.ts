import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** In milliseconds: how long to wait for a replica that is behind, and how soon to check again one that could not be read. */
const patience = { behind: 30, again: 250 }
/** A problem is reported once it lasts this many tries: a replica may be a moment behind at any time. */
const triesUntilTold = 20

type Asks = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** A primary's position in its log, and which log that is: after a failover it is another one. */
export type Position = { lsn: string; system: string; timeline: string }

/** Everything the primary has committed and shown to anybody is at or before this position. */
export async function positionOf(primary: Asks): Promise<Position> {
  const { rows } = await primary.query(`
    select lsn::text, (select system_identifier from pg_control_system())::text as system,
      substr(pg_walfile_name(lsn), 1, 8) as timeline
    from (select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end as lsn) stands`)
  return rows[0] as Position
}

/** Whether a server is a replica and has replayed everything up to that position. */
export async function hasReplayed(replica: Asks, { lsn, system, timeline }: Position): Promise<boolean> {
  const { rows } = await replica.query(
    `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
      and (select system_identifier from pg_control_system())::text = $2
      and (select lpad(upper(to_hex(timeline_id)), 8, '0') from pg_control_checkpoint()) = $3 as has`,
    [lsn, system, timeline],
  )
  return (rows[0] as { has: boolean | null }).has === true
}

/** @throws Error when it has not replayed everything up to that position within a moment. */
export async function untilReplayed(replica: Asks, position: Position): Promise<true> {
  const until = performance.now() + patience.behind
  while (!(await hasReplayed(replica, position))) {
    if (performance.now() > until) throw new Error('the read replica is behind, or is not a replica of this database')
    await sleep(2)
  }
  return true
}

/**
 * Callers that ask while one request is under way share the next: the one under way may be older than what was written since,
 * the next is not.
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
 * Tracks whether a replica is used. After a failure it is checked on a timer, at no caller's expense, until `look` succeeds.
 * @param onChange gets the reason when it has not been used for a while, and nothing when it is used again.
 */
export function createStanding(look: () => Promise<void>, onChange: (problem?: unknown) => void) {
  /** Failures since the last success; until the first check it counts as failed. */
  let failures = 1
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  // Not on behalf, and not in the transaction, of the caller that saw the failure.
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
    // mutant(condition → true): it would check once more, over closed connections
    if (!isStopped) timer = setTimeout(() => void byItself(lookAgain), patience.again)
  }

  void lookAgain()
  return {
    isUsed: (): boolean => failures === 0,
    /** Takes it out of use after a failure. */
    lose(): void {
      // Another caller that failed at the same moment has already scheduled a check.
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
