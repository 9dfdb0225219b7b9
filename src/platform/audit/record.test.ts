import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, type Engine } from '#platform/db/database.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { newId } from '#platform/ids.ts'
import { calledFrom } from './origin.ts'
import { changedFields, eraseAudited, recordAudit, type AuditEntry } from './record.ts'
import { auditEntries } from './tables.ts'

let engine: Engine
beforeAll(async () => (engine = await openTestDatabase()))
afterAll(() => engine.close())

const at = new Date('2025-06-02T10:00:00.000Z')
const person = () => ({ id: newId(), email: 'nusrat@example.com' })
const entries = () => engine.db.select().from(auditEntries).orderBy(auditEntries.id)

async function recorded(changes: Partial<AuditEntry> = {}) {
  const entry = { at, actor: person(), action: 'tool.changed' as const, ...changes }
  await recordAudit(engine.db, { subject: { type: 'tool', id: newId(), label: 'WX-850' }, ...entry })
  const last = (await entries()).at(-1)
  if (!last) throw new Error('nothing was recorded')
  return last
}

test('an entry records who, when, from where and what', async () => {
  const actor = person()
  const origin = { address: '203.0.113.7', userAgent: () => `Firefox${'x'.repeat(300)}` }
  const changed = { before: { price: 84.5 }, after: { price: 79 } }
  expect(await calledFrom(origin, () => recorded({ actor, ...changed }))).toMatchObject({
    at,
    actorId: actor.id,
    actorEmail: actor.email,
    action: 'tool.changed',
    area: 'staff',
    subjectType: 'tool',
    subjectLabel: 'WX-850',
    ...changed,
    address: '203.0.113.7',
    userAgent: `Firefox${'x'.repeat(249)}`,
  })
})

test('an act of the shop itself has no origin, and account events belong to the account area', async () => {
  expect(await recorded({ actor: null, action: 'account.signed-in' })).toMatchObject({
    actorId: null,
    area: 'account',
    address: null,
    userAgent: null,
  })
})

test('a failed action leaves no entry', async () => {
  const before = await entries()
  const failing = inTransaction(engine.db, async (tx) => {
    await recordAudit(tx, { at, actor: null, action: 'tool.added', subject: { type: 'tool', id: '1', label: null } })
    throw new Error('it failed')
  })
  await expect(failing).rejects.toThrow('it failed')
  expect(await entries()).toEqual(before)
})

const attempts = {
  'a change of the actor': sql`update ${auditEntries} set actor_email = 'other@example.com'`,
  'a change of the content': sql`update ${auditEntries} set after = '{}'`,
  'a blank': sql`update ${auditEntries} set actor_email = null`,
  'a deletion': sql`delete from ${auditEntries}`,
  'a truncation': sql`truncate ${auditEntries}`,
}
test.each(Object.entries(attempts))('the database refuses %s', async (_what, attempt) => {
  await recorded({ after: { price: 1 } })
  const before = await entries()
  await expect(engine.db.execute(attempt)).rejects.toMatchObject({
    cause: { message: 'the audit log is append-only' },
  })
  expect(await entries()).toEqual(before)
})

test('erasing a person allows no change except removing their words', async () => {
  const actor = person()
  await recorded({ actor })
  const changes = [sql`action = 'tool.added'`, sql`actor_email = 'x'`, sql`at = now()`, sql`after = '{"price":1}'`]
  for (const change of changes) {
    const attempt = inTransaction(engine.db, async (tx) => {
      await tx.execute(sql`select set_config('audit.erased_person', ${actor.id}, true)`)
      await tx.execute(sql`update ${auditEntries} set ${change} where actor_id = ${actor.id}`)
    })
    await expect(attempt).rejects.toMatchObject({ cause: { message: 'the audit log is append-only' } })
  }
})

test('erasing a person removes their words, but keeps what was done and everybody else’s entries', async () => {
  const [actor, other] = [person(), person()]
  const origin = { address: '203.0.113.7', userAgent: () => 'Firefox' }
  const self = { type: 'user', id: actor.id, label: actor.email }
  const { rest, named, paid, byOther, guessed } = await calledFrom(origin, async () => ({
    rest: await recorded({ actor: other, after: { price: 1, name: 'WX' } }),
    named: await recorded({
      actor,
      action: 'account.name-changed',
      subject: self,
      before: { name: 'A', role: 'user' },
    }),
    paid: await recorded({
      actor: other,
      action: 'credit.payment-recorded',
      subject: self,
      after: { amount: 1, reference: 'A, May' },
    }),
    byOther: await recorded({ actor: other, action: 'user.removed', subject: self }),
    guessed: await recorded({ actor: null, action: 'account.sign-in-failed', subject: self }),
  }))
  await inTransaction(engine.db, (tx) => eraseAudited(tx, actor.id))
  const byId = new Map((await entries()).map((entry) => [entry.id, entry]))
  const unnamed = { subjectLabel: null }
  const fromNowhere = { address: null, userAgent: null }
  expect(byId.get(rest.id)).toEqual(rest)
  expect(byId.get(named.id)).toEqual({
    ...named,
    actorEmail: null,
    ...unnamed,
    ...fromNowhere,
    before: { role: 'user' },
  })
  expect(byId.get(paid.id)).toEqual({ ...paid, ...unnamed, after: { amount: 1 } })
  expect(byId.get(byOther.id)).toEqual({ ...byOther, ...unnamed })
  expect(byId.get(guessed.id)).toEqual({ ...guessed, ...unnamed, ...fromNowhere })
  await expect(engine.db.execute(attempts['a blank'])).rejects.toThrow('Failed query')
})

test('only the fields that differ count as changed, including nested ones', () => {
  const before = { name: 'A', price: 1, breaks: [{ from: 1 }] }
  expect(changedFields(before, { ...before, price: 2, breaks: [{ from: 2 }] }, ['name', 'price', 'breaks'])).toEqual({
    before: { price: 1, breaks: [{ from: 1 }] },
    after: { price: 2, breaks: [{ from: 2 }] },
  })
  expect(changedFields(before, { ...before, name: 'B' }, ['price'])).toBeUndefined()
})
