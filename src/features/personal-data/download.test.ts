import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts, sessions } from '#features/accounts/tables.ts'
import { orderLines, orders } from '#features/orders/tables.ts'
import { quotes } from '#features/quotes/tables.ts'
import { newId } from '#platform/ids.ts'
import { PersonalData } from './schema.ts'
import { json } from '#testing/shop.ts'
import { openPersonalDataShop, type Person, type PersonalDataShop } from './testing.ts'

let shop: PersonalDataShop
beforeAll(async () => {
  shop = await openPersonalDataShop()
})
afterAll(() => shop.close())

async function exported({ headers }: Pick<Person, 'headers'>) {
  const answer = await shop.app.request('/api/profile/export', { headers })
  expect(answer.status).toBe(200)
  return { answer, data: PersonalData.strict().parse(await answer.json()) }
}

describe('the download', () => {
  test('contains everything about the person and nothing that opens the account', async () => {
    const who = await shop.person()
    const { id, tool } = await shop.order(who)
    const { credentialID, createdAt } = await shop.passkey(who)
    const { answer, data } = await exported(who)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { email } = who
    expect(data).toMatchObject({
      exportedAt: shop.clock.now().toISOString(),
      profile: { name: 'Nusrat Jahan', email, emailVerified: true, role: 'user', signsInWith: ['password'] },
      sessions: [{ address: '127.0.0.1' }],
      orders: [{ _id: id, email, note: 'Ring twice', lines: [{ toolId: tool.id }] }],
      reviews: [{ name: 'Nusrat', rating: 5, hidden: false }],
      quotes: [{ email, price: 6.2, quantity: 9 }],
      history: [{ action: 'account.signed-up', byYou: true }],
    })
    expect(data.profile.passkeys).toEqual([{ name: 'Laptop', addedAt: createdAt.toISOString(), usedAt: null }])
    expect(JSON.stringify(data)).not.toContain(credentialID)
    const secrets = [
      ...(await shop.db.select().from(sessions).where(eq(sessions.userId, who.id))).map(({ token }) => token),
      ...(await shop.db.select().from(accounts).where(eq(accounts.userId, who.id))).map((row) => row.password ?? ''),
    ]
    expect(secrets).toHaveLength(2)
    for (const secret of secrets) expect(JSON.stringify(data)).not.toContain(secret)
  })

  test('contains every order, oldest first, however many there are', async () => {
    const who = await shop.person()
    const { id, tool } = await shop.order(who)
    const row = await shop.orderRow(id)
    if (!row) throw new Error('the order is gone')
    const ids = Array.from({ length: 120 }, () => newId())
    for (const copy of ids) {
      await shop.db.insert(orders).values({ ...row, id: copy, number: copy, idempotencyKey: null, requestHash: null })
      const line = { position: 0, toolId: tool.id, productName: 'T', partNumber: 'T', img: '/t', quantity: 1 }
      await shop.db.insert(orderLines).values({ orderId: copy, ...line, unitPrice: tool.price, total: tool.price })
    }
    const { data } = await exported(who)
    expect(data.orders.map(({ _id }) => _id)).toEqual([id, ...ids])
    expect(data.orders.every(({ lines }) => lines.length === 1)).toBe(true)
  })

  test('reveals neither who of the staff changed the account nor from where', async () => {
    const [who, admin] = [await shop.person(), await shop.signedIn({ role: 'admin' })]
    await shop.app.request(`/api/user/admin/${who.email}`, { method: 'PUT', headers: admin.headers })
    const { data } = await exported(who)
    expect(data.history.at(-1)).toEqual({
      at: shop.clock.now().toISOString(),
      action: 'user.made-admin',
      byYou: false,
      before: { role: 'user' },
      after: { role: 'admin' },
      address: null,
      userAgent: null,
    })
    expect(JSON.stringify(data)).not.toContain(admin.actor.email)
  })

  test('contains every offer and message about a quote, without staff names', async () => {
    const [who, admin] = [await shop.person(), await shop.signedIn({ role: 'admin' })]
    const { tool } = await shop.order(who)
    const [quote] = await shop.db.select().from(quotes).where(eq(quotes.email, who.email))
    const send = (step: string, body: object, { headers }: Pick<Person, 'headers'>) =>
      shop.app.request(`/api/quote/${quote?.id}/${step}`, json('POST', body, headers))
    const offer = (unitPrice: number, more: object) =>
      send('offer', { lines: [{ toolId: tool.id, quantity: 9, unitPrice }], validUntil: '2025-06-30', ...more }, admin)
    await send('message', { message: 'Ask for me at the gate' }, who)
    await send('message', { message: 'We shall' }, admin)
    await offer(6, { message: 'For you' })
    await offer(5, { replaces: shop.clock.now().toISOString() })
    const { data } = await exported(who)
    const at = shop.clock.now().toISOString()
    const validUntil = data.quotes[0]?.offer?.validUntil
    expect(data.quotes[0]?.events).toEqual([
      { kind: 'message', at, byStaff: false, text: 'Ask for me at the gate' },
      { kind: 'message', at, byStaff: true, text: 'We shall' },
      { kind: 'offered', at, byStaff: true, text: 'For you', total: 54, validUntil },
      { kind: 'offered', at, byStaff: true, text: null, total: 45, validUntil },
    ])
  })

  test('contains no quote requests for an unverified address', async () => {
    expect((await exported(await shop.person({ emailVerified: false }))).data.quotes).toEqual([])
  })

  test('is limited to ten times an hour', async () => {
    const who = await shop.signedIn()
    const ask = async () => (await shop.app.request('/api/profile/export', { headers: who.headers })).status
    for (let n = 0; n < 10; n++) expect(await ask()).toBe(200)
    expect(await ask()).toBe(429)
  })
})
