import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { users } from '#features/accounts/tables.ts'
import { addEvent, insertQuote } from '#features/quotes/store.ts'
import { migrations } from '#platform/db/migrations.ts'
import { newId } from '#platform/ids.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import { minor } from '#shared/money.ts'
import { makeFailedMail, makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'

type Person = Awaited<ReturnType<TestShop['signedIn']>>

let shop: TestShop
let staff: Person
let buyer: Person
let other: Person
beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn({ role: 'admin', name: 'Karim' })
  const chosen = { orders: 'at-once', quotes: 'at-once', stock: 'off', failures: 'at-once' }
  await shop.app.request('/api/staff/notices', json('PUT', chosen, staff.headers))
})
beforeEach(async () => {
  shop.clock.advance({ seconds: 60 })
  await shop.shop.staffNotices.tell()
  await shop.db.delete(mailMessages)
  shop.clock.advance({ seconds: 1 })
  buyer = await shop.signedIn({ name: 'Nusrat Jahan' })
  other = await shop.signedIn({ name: 'Rafiq Uddin' })
})
afterAll(() => shop.close())

const order = async (by: Person) =>
  shop.shop.orders.place(by.subject, orderOf(await makeTool(shop.db, { price: 10_000 })), undefined)
async function quote(email: string, name: string, userId?: string): Promise<string> {
  const id = newId()
  const asked = { phone: '+880 1', productName: 'WX-850', price: minor(950), quantity: 7, createdAt: shop.clock.now() }
  await insertQuote(shop.db, { id, name, email, userId, ...asked })
  return id
}
async function tell(): Promise<void> {
  shop.clock.advance({ seconds: 60 })
  await shop.shop.staffNotices.tell()
}
const erase = async ({ headers }: Person) =>
  expect((await shop.app.request('/api/profile', json('DELETE', {}, headers))).status).toBe(204)
/** The lines of the newest notice of a kind. */
async function lines(kind: string): Promise<string[] | undefined> {
  const [row] = await shop.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.kind, kind))
    .orderBy(desc(mailMessages.id))
  return row?.content?.details?.map(({ value }) => value)
}
const everything = async () => JSON.stringify(await shop.db.select().from(mailMessages))

test('an erased person is no longer named in notices of orders, and the others still are', async () => {
  await order(buyer)
  await order(other)
  await tell()
  await shop.db.update(mailMessages).set({ state: 'sent', sentAt: shop.clock.now() })
  const [first, second] = (await lines('staff-new-orders')) ?? []
  expect(first).toContain('Nusrat Jahan')
  await erase(buyer)
  expect(await lines('staff-new-orders')).toEqual(['Erased user', second])
  expect(second).toContain('Rafiq Uddin')
  for (const trace of ['Nusrat', buyer.actor.email, buyer.actor.id]) expect(await everything()).not.toContain(trace)
  await erase(other)
  expect(await lines('staff-new-orders')).toEqual(['Erased user', 'Erased user'])
})

test('the same holds for quotes with and without an account, and for mails that were not delivered', async () => {
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, buyer.actor.id))
  const own = await quote('works@example.com', 'Nusrat of the works', buyer.actor.id)
  await quote(buyer.actor.email, 'Nusrat as a guest')
  await quote('guest@example.com', 'Somebody else')
  await quote(buyer.actor.email, 'Who typed the address', other.actor.id)
  await addEvent(shop.db, { quoteId: own, kind: 'message', at: shop.clock.now(), byStaff: false })
  await makeFailedMail(shop.db, { recipient: buyer.actor.email, failedAt: shop.clock.now() })
  await makeFailedMail(shop.db, { recipient: 'guest@example.com', failedAt: shop.clock.now() })
  await makeFailedMail(shop.db, { recipient: 'works@example.com', about: `quote:${own}`, state: 'sent' })
  await tell()
  await erase(buyer)
  expect(await lines('staff-new-quotes')).toEqual([
    'Erased user',
    'Erased user',
    '7 × WX-850, Somebody else',
    '7 × WX-850, Who typed the address',
    'Erased user',
  ])
  expect(await lines('staff-failures')).toEqual([
    'Erased user',
    'Not delivered to guest@example.com: Your order is on its way',
  ])
  // Nor does the mail to the other address that was typed remain.
  for (const trace of ['Nusrat', buyer.actor.email, 'works@example.com'])
    expect(await everything()).not.toContain(trace)
})

test('a notice that does not name them is kept as it is', async () => {
  await makeFailedMail(shop.db, { recipient: 'guest@example.com', failedAt: shop.clock.now() })
  await tell()
  const before = await everything()
  await erase(buyer)
  expect(await everything()).toBe(before)
})

test('what was sent before notices said whom they name is not kept', async () => {
  const folder = migrations.migrationsFolder
  const statement = readFileSync(join(folder, '0041_notices_before_persons.sql'), 'utf8')
  const kept = { recipient: 'karim@example.com', state: 'sent' } as const
  await makeFailedMail(shop.db, { ...kept, kind: 'staff-new-orders' })
  await makeFailedMail(shop.db, { ...kept, kind: 'staff-failures', state: 'queued' })
  await makeFailedMail(shop.db, { ...kept, kind: 'staff-low-stock' })
  await shop.db.execute(sql.raw(statement))
  const rows = await shop.db.select().from(mailMessages).orderBy(mailMessages.id)
  expect(rows.map(({ content }) => content !== null)).toEqual([false, true, true])
})
