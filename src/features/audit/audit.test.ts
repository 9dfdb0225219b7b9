import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordAudit, type AuditEntry as Entry } from '#platform/audit/record.ts'
import { encodeCursor } from '#platform/db/cursor.ts'
import { newId } from '#platform/ids.ts'
import { readPages } from '#testing/paging.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { AuditEntry } from './schema.ts'

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signedIn']>>
beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signedIn({ role: 'admin' })
})
afterAll(() => shop.close())

let words: string
/** Each test looks only for its own entries. */
beforeEach(() => (words = newId()))

async function recorded(changes: Partial<Entry> = {}): Promise<void> {
  await recordAudit(shop.db, {
    at: shop.clock.now(),
    actor: { id: admin.actor.id, email: admin.actor.email },
    action: 'tool.changed',
    subject: { type: 'tool', id: newId(), label: `WX ${words}` },
    ...changes,
  })
}

const ask = (query: Record<string, string>) =>
  shop.app.request(`/api/audit?${new URLSearchParams(query)}`, { headers: admin.headers })

async function found(query: Record<string, string>): Promise<AuditEntry[]> {
  const answer = await ask(query)
  expect(answer.status).toBe(200)
  return AuditEntry.array().parse(await answer.json())
}
const actionsFor = async (query: Record<string, string>) => (await found(query)).map(({ action }) => action)

test('an entry tells who did what and when, with the values before and after', async () => {
  const id = newId()
  const changed = { before: { price: 84.5 }, after: { price: 79 } }
  await recorded({ subject: { type: 'tool', id, label: `WX ${words}` }, ...changed })
  expect(await found({ q: words })).toEqual([
    {
      _id: expect.any(String),
      at: shop.clock.now().toISOString(),
      action: 'tool.changed',
      area: 'staff',
      actor: { id: admin.actor.id, email: admin.actor.email },
      subject: { type: 'tool', id, label: `WX ${words}` },
      ...changed,
      address: null,
      userAgent: null,
    },
  ])
})

describe('the filters', () => {
  test('by text: part of an e-mail or label, as it stands', async () => {
    const email = `${words}@example.com`
    await recorded({ action: 'tool.added' })
    await recorded({
      action: 'tool.deleted',
      actor: { id: newId(), email },
      subject: { type: 'tool', id: '1', label: null },
    })
    expect(await actionsFor({ q: words })).toEqual(['tool.deleted', 'tool.added'])
    expect(await actionsFor({ q: email.toUpperCase() })).toEqual(['tool.deleted'])
    expect(await actionsFor({ q: `${words}%` })).toEqual([])
  })

  test('by one or two letters at the beginning only', async () => {
    const subject = { type: 'tool', id: newId(), label: 'Žÿ fan' }
    await recorded({ subject, actor: null })
    expect(await actionsFor({ q: 'žÿ' })).toEqual(['tool.changed'])
    expect(await actionsFor({ q: 'ÿ' })).toEqual([])
    expect(await actionsFor({ q: 'ÿ f' })).toEqual(['tool.changed'])
  })

  test('by digits in Bangla, of any length', async () => {
    const id = newId()
    await recorded({ subject: { type: 'tool', id, label: '7391 fan' }, actor: null })
    // Other entries have random words, in which the same digits may stand.
    const idsFor = async (q: string) => (await found({ q })).map(({ subject }) => subject?.id)
    for (const q of ['৭৩', '৭৩৯', '৩৯১']) expect(await idsFor(q), q).toContain(id)
  })

  test('by one action, or all actions of staff or of accounts', async () => {
    for (const action of ['tool.added', 'user.removed', 'account.signed-in'] as const) await recorded({ action })
    expect(await actionsFor({ q: words, action: 'user.removed' })).toEqual(['user.removed'])
    expect(await actionsFor({ q: words, action: 'staff' })).toEqual(['user.removed', 'tool.added'])
    expect(await actionsFor({ q: words, action: 'account' })).toEqual(['account.signed-in'])
  })

  test('by days in Dhaka time, both included', async () => {
    for (const at of [
      '2025-03-01T17:59:59.999Z',
      '2025-03-01T18:00:00.000Z',
      '2025-03-02T17:59:59.999Z',
      '2025-03-02T18:00:00.000Z',
    ])
      await recorded({ at: new Date(at), after: { at } })
    const times = async (query: Record<string, string>) => (await found({ q: words, ...query })).map(({ at }) => at)
    expect(await times({ from: '2025-03-02', to: '2025-03-02' })).toEqual([
      '2025-03-02T17:59:59.999Z',
      '2025-03-01T18:00:00.000Z',
    ])
    expect(await times({ from: '2025-03-03' })).toEqual(['2025-03-02T18:00:00.000Z'])
    expect(await times({ to: '2025-03-01' })).toEqual(['2025-03-01T17:59:59.999Z'])
    expect(await times({ from: '0001-01-01', to: '9999-12-31' })).toHaveLength(4)
    expect(await times({ from: '9999-12-31' })).toEqual([])
    expect(await times({ to: '0001-01-01' })).toEqual([])
  })

  test('by actor and by subject', async () => {
    const [actor, id] = [{ id: newId(), email: 'x@example.com' }, newId()]
    await recorded({ actor, action: 'tool.added' })
    await recorded({ subject: { type: 'tool', id, label: null }, action: 'tool.deleted' })
    expect(await actionsFor({ actor: actor.id })).toEqual(['tool.added'])
    expect(await actionsFor({ subject: id })).toEqual(['tool.deleted'])
  })
})

test('pages have no gaps or repetitions, newest first, even within one moment', async () => {
  for (let n = 0; n < 7; n++) {
    if (n % 3 === 0) shop.clock.advance({ seconds: 1 })
    await recorded({ after: { n } })
  }
  const read = async (address: string) => shop.app.request(`/api${address}`, { headers: admin.headers })
  const entries = AuditEntry.array().parse(await readPages(read, `/audit?q=${words}&limit=3`))
  expect(entries.map(({ after }) => after?.n)).toEqual([6, 5, 4, 3, 2, 1, 0])
})

const wrong: Record<string, string>[] = [
  { from: 'yesterday' },
  { to: '2025-02-30' },
  { action: 'Robert); drop' },
  { actor: 'nobody' },
  { subject: '' },
  { limit: '101' },
  { q: 'x'.repeat(101) },
  { cursor: 'x' },
  ...['', 'x', '5', '2025-02-31T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'].map(
    (key) => ({
      cursor: encodeCursor({ key, id: newId() }),
    }),
  ),
]
test.each(wrong)('%j is refused with 400', async (query) => {
  expect((await ask(query)).status).toBe(400)
})
