import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { openOnServer } from '#platform/db/testing.ts'
import { openTestShop } from './shop.ts'

/**
 * A test shop on a server, and somebody else on its database who can hold rows.
 * @param lock how long the shop waits for one, in milliseconds.
 */
export async function openShopBesideHolder(server: string, lock = 500) {
  let connectionString = ''
  const engine = await openOnServer(server, {
    connections: 6,
    patience: { lock, statement: 10_000, transaction: 10_000 },
    change: (url) => {
      connectionString = url.href
      return url
    },
  })
  const shop = await openTestShop({}, engine)
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  /** How many statements wait for a lock. The holder itself would see in its transaction what it saw first. */
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
    /** Until so many statements wait for a lock. */
    async untilWaiting(statements = 1): Promise<void> {
      while ((await waiting()) < statements) await sleep(5)
    },
    async close() {
      await holder.end()
      await shop.close()
    },
  }
}
