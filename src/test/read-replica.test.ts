import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { inTransaction, type Engine } from '#platform/db/database.ts'
import { hasReplayed, positionOf } from '#platform/db/freshness.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { between } from '#testing/between.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { startReplicated } from '../../scripts/lib/replica.ts'

type Servers = NonNullable<Awaited<ReturnType<typeof startReplicated>>>
type Caller = Awaited<ReturnType<TestShop['signedIn']>>

// The test starts its own server and replica, whatever TEST_DATABASE_URL names: it only says that PostgreSQL is to be tested.
const servers = process.env.TEST_DATABASE_URL ? await startReplicated() : undefined

describe.runIf(servers)('a read replica', () => {
  const { primary, replica, asked, ask, stopReplica, stop } = servers ?? ({} as Servers)
  let proxy: Awaited<ReturnType<typeof between>>
  let engine: Engine
  let elsewhere: Engine
  let shop: TestShop
  let [admin, buyer]: Caller[] = []
  const told = vi.fn<(problem?: unknown) => void>()
  const open = (url: string, onChange = () => {}) =>
    openPostgres({ url: primary, connections: 4, replica: { url, onChange } }, () => {})

  beforeAll(async () => {
    proxy = await between(new URL(replica))
    const url = Object.assign(new URL(replica), { port: String(proxy.port) })
    engine = await open(url.href, told)
    elsewhere = await open(replica)
    shop = await openTestShop({}, engine)
    admin = await shop.signedIn({ role: 'admin' })
    buyer = await shop.signedIn()
  })
  afterAll(async () => {
    await shop.close()
    await elsewhere.close()
    proxy.close()
    await stop()
  })

  const load = () => engine.replica?.() ?? { isUsed: false, reads: { replica: 0, behind: 0, failed: 0 } }
  const untilUsed = (isUsed: boolean) => vi.waitFor(() => expect(load().isUsed).toBe(isUsed), 10_000)
  /** The shop's queries to the replica during `work`, except those for its replay position. */
  async function askedWhile(work: () => Promise<unknown>): Promise<string> {
    const before = asked().length
    await work()
    // Waits until the log has the last query. Ignores how a new connection sets its limits and asks for the position.
    const mark = `mark ${crypto.randomUUID()}`
    await ask(replica, `select '${mark}'`)
    await vi.waitFor(() => expect(asked()).toContain(mark))
    const statements = asked()
      .slice(before)
      .split(/\bLOG: {2}/)
    return statements.filter((each) => !/mark |pg_last_wal_replay_lsn|set_config/.test(each)).join('')
  }
  const get = async (path: string, by = admin): Promise<unknown> => {
    const answer = await shop.app.request(`/api${path}`, { headers: by?.headers ?? {} })
    expect(answer.status).toBe(200)
    return path.endsWith('.csv') ? answer.text() : answer.json()
  }
  const post = async (path: string, body: unknown, by = admin) =>
    shop.app.request(`/api${path}`, json('POST', body, by?.headers))
  const names = async () => {
    shop.shop.cache.doubt()
    return z
      .array(z.object({ name: z.string() }))
      .parse(await get('/tool?limit=1'))
      .map(({ name }) => name)
  }
  let added = 0
  async function addTool(): Promise<string> {
    added += 1
    const name = `Added ${added}`
    const tool = { name, description: 'As a test has it.', price: 10, img: '/products/wx850-640.webp' }
    const answer = await post('/tool', { ...tool, category: 'cases', minimum_order_quantity: 1, available_quantity: 9 })
    expect(answer.status).toBe(201)
    return name
  }

  test('answers the public lists and those of staff', async () => {
    await untilUsed(true)
    await addTool()
    const lists = [
      '/tool?limit=6',
      '/review',
      '/orders',
      '/orders.csv',
      '/audit',
      '/mails',
      '/user',
      '/quote',
      '/staff/day',
    ]
    lists.push(`/tool/${(await makeTool(shop.db)).id}/stock`)
    for (const path of lists) await whenReady(path)
    async function whenReady(path: string): Promise<void> {
      const before = load().reads.replica
      shop.shop.cache.doubt()
      // On a busy machine the replica may lag for a moment, and is not used then.
      await vi.waitFor(async () => expect(await askedWhile(() => get(path)), path).toContain('from "'), 10_000)
      expect(load().reads.replica, path).toBeGreaterThan(before)
    }
  })

  test('never answers who somebody is, nor questions about an order or its money', async () => {
    const tool = await makeTool(shop.db)
    const statements = await askedWhile(async () => {
      const placed = await post('/order', orderOf(tool), buyer)
      const { _id } = z.object({ _id: z.string() }).parse(await placed.json())
      await get(`/order/${_id}`, buyer)
      await get(`/order?email=${buyer?.actor.email}`, buyer)
      await get(`/statement?email=${buyer?.actor.email}`, buyer)
      await get(`/tool/${tool.id}`)
      await post(`/order/${_id}/cancel`, {}, buyer)
    })
    expect(statements).toBe('')
  })

  test('shows everything just written, in the same process and in another', async () => {
    await untilUsed(true)
    const before = load().reads.replica
    for (let n = 0; n < 100; n += 1) {
      const name = await addTool()
      expect(await names()).toEqual([name])
      const { rows } = await elsewhere.reads.execute(sql`select name from tool order by id desc limit 1`)
      expect(rows).toEqual([{ name }])
    }
    expect(load().reads.replica).toBeGreaterThan(before)
  })

  test('shows what was just written even when commits do not wait for the disk', async () => {
    await ask(primary, 'alter system set synchronous_commit = off')
    await ask(primary, 'select pg_reload_conf()')
    const isOff = async () => {
      const { rows } = await engine.db.execute(sql`show synchronous_commit`)
      expect(rows).toEqual([{ synchronous_commit: 'off' }])
    }
    await vi.waitFor(isOff)
    for (let n = 0; n < 30; n += 1) {
      const name = await addTool()
      expect(await names()).toEqual([name])
    }
    await ask(primary, 'alter system reset synchronous_commit')
    await ask(primary, 'select pg_reload_conf()')
  })

  test('is not read while its replay is paused', async () => {
    await untilUsed(true)
    await ask(replica, 'select pg_wal_replay_pause()')
    const name = await addTool()
    const statements = await askedWhile(async () => expect(await names()).toEqual([name]))
    expect(statements).toBe('')
    expect(load().isUsed).toBe(false)
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith(expect.any(Error)), 10_000)
    await ask(replica, 'select pg_wal_replay_resume()')
    await untilUsed(true)
    expect(told).toHaveBeenLastCalledWith()
    await vi.waitFor(async () => expect(await askedWhile(names)).toContain('from "tool"'), 10_000)
  })

  test('leaves what it cannot answer to the primary', async () => {
    await untilUsed(true)
    const before = load().reads.failed
    const askPrimary = async () => {
      const { rows } = await engine.reads.execute<{ is: boolean }>(sql`select pg_current_wal_lsn() is not null as is`)
      expect(rows).toEqual([{ is: true }])
      expect(load().reads.failed).toBeGreaterThan(before)
    }
    await vi.waitFor(askPrimary, 10_000)
    await expect(engine.reads.execute(sql`select 1 / 0`)).rejects.toThrow('Failed query')
  })

  test('cannot be read inside a transaction', async () => {
    const inside = inTransaction(engine.db, async () => await engine.reads.execute(sql`select 1`))
    await expect(inside).rejects.toThrow('Failed query')
  })

  test('does not count as caught up with another database or a timeline abandoned at a failover', async () => {
    const [one, other] = [primary, replica].map((connectionString) => new pg.Client({ connectionString }))
    if (!one || !other) throw new Error('there are two')
    await Promise.all([one.connect(), other.connect()])
    const position = await positionOf(one)
    await vi.waitFor(async () => expect(await hasReplayed(other, position)).toBe(true))
    expect(await hasReplayed(other, { ...position, lsn: 'FF/0' })).toBe(false)
    expect(await hasReplayed(other, { ...position, system: '1' })).toBe(false)
    expect(await hasReplayed(other, { ...position, timeline: '00000002' })).toBe(false)
    expect(await hasReplayed(one, position)).toBe(false)
    await Promise.all([one.end(), other.end()])
  })

  test('does not block answers when it goes silent, even in the middle of a read', async () => {
    await untilUsed(true)
    proxy.be('silent')
    const name = await addTool()
    expect(await names()).toEqual([name])
    expect(load().isUsed).toBe(false)
    proxy.be('passing')
    await untilUsed(true)
    const slow = Promise.resolve(engine.reads.execute<{ two: number }>(sql`select 2 as two, pg_sleep(0.5)`))
    await vi.waitFor(() => expect(asked().slice(-2000)).toContain('pg_sleep'))
    proxy.be('silent')
    expect((await slow).rows[0]?.two).toBe(2)
    proxy.be('passing')
    await untilUsed(true)
  })

  test('is not read after it was promoted or stopped, nor when it never existed', async () => {
    await untilUsed(true)
    const other = new pg.Client({ connectionString: replica })
    await other.connect()
    await other.query('select pg_promote()')
    const { rows } = await other.query<{ system: string }>(
      'select system_identifier::text as system from pg_control_system()',
    )
    const start = { lsn: '0/0', system: rows[0]?.system ?? '' }
    for (const timeline of ['00000001', '00000002'])
      expect(await hasReplayed(other, { ...start, timeline })).toBe(false)
    await other.end()
    const name = await addTool()
    expect(await askedWhile(async () => expect(await names()).toEqual([name]))).toBe('')
    expect(load().isUsed).toBe(false)
    await stopReplica()
    expect(await names()).toEqual([name])
    const without = await open(replica)
    expect((await without.reads.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
    await without.close()
  })
})
