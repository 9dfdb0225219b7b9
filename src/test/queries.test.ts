import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPerson } from '#features/accounts/personal-data.ts'
import { anyTool, toolList } from '#features/catalogue/tags.ts'
import { toolSorts } from '#features/catalogue/schema.ts'
import { findOrderedTools } from '#features/orders/store.ts'
import { erasePaymentEvents } from '#features/payments/personal-data.ts'
import { reviewList } from '#features/reviews/tags.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { queriesOf, type Query } from '#testing/queries.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'

type Caller = Awaited<ReturnType<TestShop['signedIn']>>

const many = sql.raw('20000')

let shop: TestShop
let buyer: Caller
let admin: Caller
let toolId: string
beforeAll(async () => {
  shop = await openTestShop()
  buyer = await shop.signedIn()
  admin = await shop.signedIn({ role: 'admin' })
  toolId = (await makeTool(shop.db, { availableQuantity: 1000 })).id
  // Warms the caches of signing keys and verified tokens.
  await answers('POST', '/api/order', buyer)
  await answers('GET', '/api/user?limit=1', admin)
})
afterAll(() => shop.close())

/** The queries behind a call that succeeds. */
function answers(method: string, path: string, { headers }: Caller): Promise<Query[]> {
  const body = method === 'POST' ? orderOf({ id: toolId }) : undefined
  // An outdated entry would be rebuilt after the answer, and its queries counted with the next call.
  shop.shop.cache.purge([anyTool, toolList, reviewList])
  return queriesOf(async () => {
    const answer = await shop.app.request(path, body ? json(method, body, headers) : { method, headers })
    expect(answer.ok, `${method} ${path} answered ${answer.status}`).toBe(true)
  })
}

const calls = (): [method: string, path: string, caller: Caller, most: number][] => [
  // Begin, read the buyer and the prices, write, take the stock, commit.
  ['POST', '/api/order', buyer, 6],
  ['GET', `/api/order?email=${buyer.actor.email}`, buyer, 1],
  ['GET', `/api/order?email=${buyer.actor.email}`, admin, 1],
  ['GET', `/api/tool/${toolId}`, buyer, 1],
  ['GET', '/api/tool?limit=6', buyer, 2],
  ['GET', '/api/tool?limit=6&category=cases&sort=price', buyer, 2],
  ['GET', '/api/review', buyer, 1],
  ['GET', '/api/user?limit=6', admin, 3],
  // The caller, six counts, and the payments to check.
  ['GET', '/api/staff/day', admin, 9],
  ['GET', '/api/credit', buyer, 2],
  ['GET', `/api/statement?email=${buyer.actor.email}`, buyer, 6],
  ['GET', `/api/admin/${buyer.actor.email}`, buyer, 2],
]

async function expectFew(): Promise<void> {
  for (const [method, path, caller, most] of calls()) {
    const asked = await answers(method, path, caller)
    const texts = asked.map(({ text }) => text).join('\n')
    expect(asked.length, `${method} ${path} asked\n${texts}`).toBeLessThanOrEqual(most)
  }
}

test('no call makes more database queries than it needs', async () => {
  await expectFew()
})

test('an order of a hundred lines makes as many queries as an order of one', async () => {
  const tools = await Promise.all(Array.from({ length: 100 }, () => makeTool(shop.db)))
  const { orderQuantity: _quantity, toolId: _tool, ...delivery } = orderOf({ id: '' })
  const asked = await queriesOf(async () => {
    const lines = tools.map(({ id }) => ({ toolId: id, quantity: 1 }))
    expect((await shop.app.request('/api/order', json('POST', { lines, ...delivery }, buyer.headers))).status).toBe(201)
  })
  expect(asked.length).toBe((await answers('POST', '/api/order', buyer)).length)
})

test('a page of a list asks for one row more than it shows', async () => {
  const ownOrders = `/api/order?email=${buyer.actor.email}`
  const lists = ['/api/tool', '/api/review', '/api/user', '/api/quote', '/api/audit', ownOrders]
  for (const path of lists) {
    const asked = await answers('GET', `${path}${path.includes('?') ? '&' : '?'}limit=4`, admin)
    const isBounded = asked.some(({ text, values }) => /\blimit \$/i.test(text) && values.includes(5))
    expect(isBounded, path).toBe(true)
  }
})

test('list queries differ only in their conditions, whatever is searched for and sorted by', async () => {
  const texts = new Set<string>()
  for (const sort of toolSorts) {
    for (const q of ['', 'one', 'five', 'one five', 'five one 600w', 'five five one one five']) {
      const query = new URLSearchParams({ sort, limit: '4', ...(q && { q, category: 'cases', min_price: '1' }) })
      for (const { text } of await answers('GET', `/api/tool?${query}`, buyer)) texts.add(text)
    }
  }
  expect(texts.size).toBeGreaterThan(30)
  const unconditional = new Set(Array.from(texts, (text) => text.split(' where ', 1)[0]))
  // The list, the list with a score for each tool, and the count for both.
  expect([...unconditional]).toHaveLength(3)
})

describe('in a large shop', () => {
  beforeAll(fill, 120_000)

  test('no call makes more queries than in a small one', async () => {
    await expectFew()
  })

  test('every list and every order is served by indexes', async () => {
    for (const [method, path, caller] of calls()) {
      if (path === '/api/review') continue
      // A count reads everything it counts.
      const asked = (await answers(method, path, caller)).filter(({ text }) => !/^select count/i.test(text))
      await expectIndexes(asked, `${method} ${path}`)
    }
  })

  test('waiting work is counted with indexes that hold little else', async () => {
    const asked = await answers('GET', '/api/staff/day', admin)
    const counts = asked.filter(({ text }) => /^select count/i.test(text) && !text.includes('stock_level'))
    await expectIndexes(counts, '/api/staff/day')
    const plans = (await Promise.all(counts.map((query) => planOf(query)))).join('\n')
    for (const index of ['order_state_newest', 'order_processing']) expect(plans).toContain(index)
  })

  test('a refused request for somebody else’s orders neither reads nor counts them', async () => {
    const { headers } = await shop.signedIn()
    const ask = (path: string, by = headers) => shop.app.request(path, { headers: by })
    const page = await ask(`/api/order?limit=6&email=${buyer.actor.email}`, buyer.headers)
    const [, next = ''] = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? []
    for (const path of [`/api/order?email=${buyer.actor.email}`, next.replace('limit=6', 'limit=1'), next]) {
      const asked = await queriesOf(async () => expect((await ask(path)).status).toBe(403))
      const plans = await Promise.all(asked.map((query) => planOf(query, 'explain (analyze, timing off)')))
      const reads = plans.flatMap((plan) => plan.split('\n')).filter((line) => /on "?order(_line)?\b/.test(line))
      expect(reads.length, path).toBeGreaterThan(1)
      for (const read of reads) expect(read, path).toContain('never executed')
    }
  })

  test('scheduled tasks never read a whole table', async () => {
    // Tidying up is meant to read everything.
    const tasks = shop.shop.tasks.filter(({ name }) => name !== 'tidy-database')
    for (const { name, run } of tasks) await expectIndexes(await queriesOf(run), name)
  })

  test('what an order’s buyer already holds is summed once, not once per product', async () => {
    const { actor, headers } = await shop.signedIn()
    const made = await Promise.all(Array.from({ length: 20 }, () => makeTool(shop.db)))
    const { toolId: _tool, orderQuantity: _quantity, ...delivery } = orderOf({ id: '' })
    const ids = made.map(({ id }) => id)
    const lines = ids.map((id) => ({ toolId: id, quantity: 1 }))
    for (let n = 0; n < 3; n++)
      expect((await shop.app.request('/api/order', json('POST', { lines, ...delivery }, headers))).status).toBe(201)
    // Called directly, with limits: the test shop has none, and so adds up nothing.
    const asked = await queriesOf(async () => {
      const ordered = await findOrderedTools(shop.db, ids, actor.id, { unpaidOrders: 20, heldShare: 0.5 })
      expect(ordered.unpaid).toBe(3)
      expect(ordered.orderedTools.map(({ held }) => held)).toEqual(ids.map(() => 3))
    })
    expect(asked).toHaveLength(1)
    const plans = await Promise.all(asked.map((query) => planOf(query, 'explain (analyze, timing off)')))
    const looks = plans
      .join('\n')
      .split('\n')
      .filter((line) => /on order_line\b/.test(line))
    const loops = looks.map((line) => Number(/loops=(\d+)/.exec(line)?.[1]))
    expect(Math.max(...loops)).toBeLessThanOrEqual(4)
  })

  test('an order updates the stock on the same page, so that no index changes', async () => {
    const placed = async () => {
      const { rows } = await shop.db.execute<{ id: string; page: string }>(
        sql`select tool_id as id, split_part(stock_level.ctid::text, ',', 1) as page
          from stock_level join tool on id = tool_id where part_number = 'P-10000'`,
      )
      return rows[0]
    }
    const before = await placed()
    // As many as fit on the row's page without removing old versions: an open transaction in any database of the server
    // keeps those, and the tests of other files open some.
    for (let n = 0; n < 3; n++) {
      const order = json('POST', orderOf({ id: before?.id ?? '' }), buyer.headers)
      expect((await shop.app.request('/api/order', order)).status).toBe(201)
    }
    expect(await placed()).toEqual(before)
  })

  test('a person’s payment events are found through an index for erasure', async () => {
    const person = await findPerson(shop.db, buyer.actor.id)
    const asked = await queriesOf(() => erasePaymentEvents(shop.db, person))
    const plans = await Promise.all(asked.map((query) => planOf(query)))
    expect(plans.join('\n')).toContain('payment_event_about')
  })

  test('a page of a list is read in index order', async () => {
    const pages: [path: string, caller: Caller, index: string][] = [
      ['/api/tool?limit=6', buyer, 'tool_newest'],
      [`/api/order?limit=6&email=${buyer.actor.email}`, buyer, 'order_email_newest'],
      ['/api/user?limit=6', admin, 'user_pkey'],
      ['/api/audit?limit=6', admin, 'audit_entry_newest'],
      ['/api/audit?limit=6&action=staff', admin, 'audit_entry_area'],
      ['/api/audit?limit=6&action=account.signed-in', admin, 'audit_entry_action'],
      [`/api/audit?limit=6&actor=${admin.actor.id}`, admin, 'audit_entry_actor'],
      ['/api/audit?limit=6&subject=1', admin, 'audit_entry_subject'],
    ]
    shop.shop.cache.purge([toolList])
    for (const [path, caller, index] of pages) {
      const plans = await Promise.all((await answers('GET', path, caller)).map((query) => planOf(query)))
      expect(plans.join('\n'), path).toContain(`Index Scan Backward using ${index}`)
    }
  })
})

async function expectIndexes(asked: readonly Query[], behind: string): Promise<void> {
  for (const query of asked.filter(({ text }) => !/^(begin|commit)/i.test(text))) {
    expect(await planOf(query), behind).not.toMatch(
      /Seq Scan on "?(tool|stock_level|order|order_line|user|session|stock_movement)\b/,
    )
  }
}

/**
 * Adds twenty thousand tools, buyers, sessions and orders, and sixty orders of our buyer: enough that the planner has no
 * reason to read a whole table.
 */
async function fill(): Promise<void> {
  await withoutAutovacuum()
  const idOf = (kind: number) =>
    sql.raw(`(lpad(to_hex(1750000000000 + n), 12, '0') || '7000a00${kind}' || lpad(to_hex(n), 12, '0'))::uuid`)
  await shop.db.execute(sql`
    insert into tool (id, name, part_number, description, category, img, specification, price, minimum_order_quantity)
    select ${idOf(0)}, 'Case ' || n, 'P-' || n, 'A case', (array['cases', 'cooling'])[n % 2 + 1], '/products/atx.webp',
      '{"rows": []}', 100 + n % 5000, 1
    from generate_series(1, ${many}) n`)
  await shop.db.execute(sql`insert into stock_level select id, 100 from tool on conflict do nothing`)
  await shop.db.execute(sql`
    insert into "user" (id, name, email) select ${idOf(1)}, 'Buyer', 'past-' || n || '@example.com' from generate_series(1, ${many}) n`)
  await shop.db.execute(sql`
    insert into session (id, user_id, token, expires_at)
    select ${idOf(4)}, ${idOf(1)}, 'session-' || n, now() + interval '1 day' from generate_series(1, ${many}) n`)
  for (const [kind, userId, email, count] of [
    [2, idOf(1), sql`'past-' || n || '@example.com'`, many],
    [3, sql`${buyer.actor.id}::uuid`, sql`${buyer.actor.email}`, sql.raw('60')],
  ] as const) {
    await shop.db.execute(sql`
      insert into "order" (id, number, user_id, email, name, address, phone, state, total, currency, created_at, held_until)
      select ${idOf(kind)}, 'WW-202' || ${sql.raw(String(kind))} || '-' || n, ${userId}, ${email}, 'Buyer', 'Dhaka',
        '+880 1711 000000', 'cancelled', 100 + n % 5000, 'usd', now(), now()
      from generate_series(1, ${count}) n`)
    await shop.db.execute(sql`
      insert into order_line (order_id, position, tool_id, product_name, part_number, img, quantity, unit_price, total)
      select ${idOf(kind)}, 1, ${idOf(0)}, 'Case', 'P', '/products/atx.webp', 1, 100 + n % 5000, 100 + n % 5000
      from generate_series(1, ${count}) n`)
  }
  await shop.db.execute(sql`
    insert into audit_entry (id, at, actor_id, actor_email, action, subject_type, subject_id)
    select ${idOf(5)}, now() - n * interval '1 minute', ${idOf(1)}, 'past-' || n || '@example.com',
      (array['account.signed-in', 'tool.changed'])[n % 2 + 1], 'user', n::text from generate_series(1, ${many}) n`)
  await shop.db.execute(sql`
    insert into payment_event (event_id, type, payload, received_at, handled_at)
    select 'evt_' || n, 'charge.refunded', jsonb_build_object('data', jsonb_build_object('object', jsonb_build_object('id', 'pi_' || n))),
      now(), now() from generate_series(1, ${many}) n`)
  await shop.db.execute(sql`analyze`)
}

/** The generic plan, independent of the values: a connection settles on it after a few executions. */
function planOf({ text, values }: Query, explain = 'explain'): Promise<string> {
  const literalOf = (value: unknown) => pg.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value))
  const literals = values.map((value) => (value === null ? 'null' : literalOf(value)))
  return shop.db.transaction(async (tx) => {
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`)
    await tx.execute(sql.raw(`prepare planned as ${text}`))
    const execute = literals.length > 0 ? `execute planned (${literals.join(', ')})` : 'execute planned'
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql.raw(`${explain} ${execute}`))
    await tx.execute(sql`deallocate planned`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

/** A vacuum that happens to run keeps old row versions alive, and an order would find no room beside them. */
async function withoutAutovacuum(): Promise<void> {
  await shop.db.execute(sql`do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table %I set (autovacuum_enabled = false)', name);
    end loop;
  end $$`)
}
