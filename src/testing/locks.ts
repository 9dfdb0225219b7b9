import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { openOnServer } from '#platform/db/testing.ts'
import type { Config } from '../config.ts'
import { openTestShop } from './shop.ts'

/**
 * A test shop on a PostgreSQL server, and a second client on its database that can hold row locks.
 * @param lock how long the shop waits for a lock, in milliseconds.
 */
export async function openShopBesideHolder(server: string, lock = 500, overrides: Partial<Config> = {}) {
  let connectionString = ''
  const engine = await openOnServer(server, {
    connections: 6,
    patience: { lock, statement: 10_000, transaction: 10_000 },
    change: (url) => {
      connectionString = url.href
      return url
    },
  })
  const shop = await openTestShop(overrides, engine)
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  /** Number of statements waiting for a lock. Asked by the shop: inside its transaction the holder would see a stale snapshot. */
  async function waiting(): Promise<number> {
    const { rows } = await shop.db.execute(
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    return z.object({ n: z.number() }).parse(rows[0]).n
  }
  return {
    shop,
    holder,
    waiting,
    /** Resolves once this many statements wait for a lock. */
    async untilWaiting(statements = 1): Promise<void> {
      while ((await waiting()) < statements) await sleep(5)
    },
    async close() {
      await holder.end()
      await shop.close()
    },
  }
}
