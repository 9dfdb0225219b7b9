import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Engine } from '#platform/db/database.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { openOnServer } from '#platform/db/testing.ts'
import { patience } from '#platform/db/connections.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { startPooler } from '../../scripts/lib/pooler.ts'

const server = process.env.TEST_DATABASE_URL ?? ''
const pooler = server ? await startPooler(server) : undefined

describe.runIf(pooler)('behind PgBouncer in session mode', () => {
  const { change, stop } = pooler ?? { change: (url: URL) => url, stop: async () => {} }
  let engine: Engine
  let elsewhere: Engine
  let shop: TestShop
  beforeAll(async () => {
    engine = await openOnServer(server, { change, patience, onError: () => {} })
    const rows = await engine.db.execute<{ name: string }>(sql`select current_database() as name`)
    const url = Object.assign(change(new URL(server)), { pathname: `/${rows.rows[0]?.name}` })
    // A second process: the lock under which the first one started has been released, by the pooler too.
    elsewhere = await openPostgres({ url: url.href, connections: 2 }, () => {})
    shop = await openTestShop({}, engine)
  })
  afterAll(async () => {
    await elsewhere.close()
    await shop.close()
    await stop()
  })

  test('statements, locks and idle transactions have time limits', async () => {
    const limits = await engine.db.execute(sql`select current_setting('lock_timeout') as lock,
      current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as rest`)
    expect(limits.rows).toEqual([{ lock: '2s', statement: '7s', rest: '7s' }])
  })

  test('an order is placed, and repeating its key returns the same order', async () => {
    const buyer = await shop.signedIn()
    const tool = await makeTool(engine.db)
    const place = () =>
      shop.app.request('/api/order', json('POST', orderOf(tool), { ...buyer.headers, 'idempotency-key': 'k' }))
    const [first, again] = [await place(), await place()]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(await again.json()).toEqual(await first.json())
  })

  test('one process hears another’s notifications, even after its connection was cut', async () => {
    const heard: string[] = []
    const stopListening = await elsewhere.listen('changes', (message) => heard.push(message))
    const say = (word: string) => engine.db.execute(sql`select pg_notify('changes', ${word})`)
    await say('one')
    await vi.waitFor(() => expect(heard).toEqual(['', 'one']))
    await engine.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await vi.waitFor(() => expect(heard).toEqual(['', 'one', '']), 10_000)
    await vi.waitFor(async () => {
      await say('two')
      expect(heard).toContain('two')
    }, 10_000)
    await stopListening()
  })
})
