import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUps, users } from '#features/accounts/tables.ts'
import { orders, orderSearch } from '#features/orders/tables.ts'
import { quotes } from '#features/quotes/tables.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import { minor } from '#shared/money.ts'
import { auditOf } from '#testing/audit.ts'
import { openBrowser } from '#testing/browser.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { openShopBesideHolder } from '#testing/locks.ts'
import { json } from '#testing/shop.ts'

const insertMail = `insert into mail_message (id, event, kind, recipient, subject, created_at, queued_at)
  values (gen_random_uuid(), $1, 'test', 'x@example.com', '', now(), now())`

const server = process.env.TEST_DATABASE_URL ?? ''

// On the embedded engine, which has one connection, whoever writes about somebody is done before that or comes after it.
describe.runIf(server)('of an account that is erased, nothing remains of what it', () => {
  let opened: Awaited<ReturnType<typeof openShopBesideHolder>>
  beforeAll(async () => {
    opened = await openShopBesideHolder(server, 15_000, { smtpUrl: 'smtp://mail.invalid' })
  })
  afterAll(() => opened.close())

  type Buyer = Awaited<ReturnType<typeof opened.shop.signedIn>>
  const erase = ({ headers }: Buyer) => opened.shop.app.request('/api/profile', json('DELETE', {}, headers))
  const mailsTo = ({ actor }: Buyer) => opened.shop.db.$count(mailMessages, eq(mailMessages.recipient, actor.email))

  /** Erases the account while `work` is writing about it, held up by an insert of the same row in another transaction. */
  async function eraseDuring(
    buyer: Buyer,
    insert: string,
    values: unknown[],
    work: () => Promise<void>,
  ): Promise<void> {
    await opened.holder.query('begin')
    await opened.holder.query(insert, values)
    const working = work()
    await opened.untilWaiting()
    const erasing = erase(buyer)
    await opened.untilWaiting(2)
    await opened.holder.query('rollback')
    await working
    expect((await erasing).status).toBe(204)
  }

  test('is just being told of an order', async () => {
    const { shop } = opened
    const buyer = await shop.signedIn()
    const id = await shop.shop.orders.place(buyer.subject, orderOf(await makeTool(shop.db)), undefined)
    await shop.db.update(orders).set({ state: 'expired' }).where(eq(orders.id, id))
    const insert = 'insert into order_search (order_id, words) values ($1, $2)'
    await eraseDuring(buyer, insert, [id, ''], () => shop.shop.telling.tell())
    expect(await mailsTo(buyer)).toBe(0)
    expect(await shop.db.$count(orderSearch, eq(orderSearch.orderId, id))).toBe(0)
  })

  test('is just being told of an offer that ends', async () => {
    const { shop } = opened
    const buyer = await shop.signedIn()
    const { id: userId, email, name } = buyer.actor
    await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
    const tool = await makeTool(shop.db)
    const line = { toolId: tool.id, productName: 'Fan', partNumber: 'F-1', quantity: 9 }
    const offer = [{ ...line, unitPrice: minor(620), category: 'cooling' as const }]
    const offeredAt = shop.clock.now()
    shop.clock.advance({ hours: 48 })
    const validUntil = new Date(shop.clock.now().getTime() + 3_600_000)
    const asked = { userId, email, name, phone: '+880 1711', productName: 'Fan', quantity: 9 }
    const [quote] = await shop.db
      .insert(quotes)
      .values({ ...asked, state: 'offered', offer, offeredAt, validUntil })
      .returning()
    const event = `quote:${quote?.id}:expiring:${validUntil.toISOString()}`
    await eraseDuring(buyer, insertMail, [event], () => shop.shop.quotes.keepTime())
    expect(await mailsTo(buyer)).toBe(0)
  })

  test('is just being listed in a notice to staff', async () => {
    const { shop } = opened
    const [staff, buyer] = [await shop.signedIn({ role: 'admin' }), await shop.signedIn({ name: 'Nusrat Jahan' })]
    await shop.app.request('/api/staff/notices', json('PUT', { orders: 'at-once' }, staff.headers))
    shop.clock.advance({ seconds: 1 })
    const id = await shop.shop.orders.place(buyer.subject, orderOf(await makeTool(shop.db)), undefined)
    await shop.db.update(orders).set({ state: 'expired' }).where(eq(orders.id, id))
    shop.clock.advance({ seconds: 60 })
    const until = new Date(shop.clock.now().getTime() - 20_000)
    const event = `notice:orders:${staff.actor.id}:${until.toISOString()}`
    await eraseDuring(buyer, insertMail, [event], () => shop.shop.staffNotices.tell())
    const [notice] = await shop.db.select().from(mailMessages).where(eq(mailMessages.event, event))
    expect(notice?.content?.details).toEqual([{ label: '1', value: 'Erased user' }])
  })

  const post = (path: string, body: object) =>
    openBrowser(opened.shop.app, opened.shop.config.publicUrl).post(`/api/auth/${path}`, body)
  test.each<[string, (email: string) => Promise<unknown>]>([
    ['has just asked for a new password', (email) => post('request-password-reset', { email })],
    [
      'has just asked to verify its address',
      (email) => opened.shop.shop.auth.api.sendVerificationEmail({ body: { email } }),
    ],
    ['is just being told of a wrong code', (email) => opened.shop.shop.signIns.codeFailed(email)],
    [
      'is just being told by whoever signs up with its address',
      (email) => post('sign-up/email', { name: 'Nusrat', email, password: 'sage-7-tea' }),
    ],
  ])('%s', async (_what, ask) => {
    const { shop, holder } = opened
    const buyer = await shop.signedIn()
    // Every new mail waits for the holder, however far it has come.
    await holder.query('begin')
    await holder.query('lock table mail_message in share mode')
    const asked = ask(buyer.actor.email)
    await opened.untilWaiting()
    const erasing = erase(buyer)
    await opened.untilWaiting(2)
    await holder.query('rollback')
    await asked
    expect((await erasing).status).toBe(204)
    expect(await mailsTo(buyer)).toBe(0)
    expect(await shop.db.$count(signUps, eq(signUps.email, buyer.actor.email))).toBe(0)
    expect(JSON.stringify(await auditOf(shop.db))).not.toContain(buyer.actor.email)
  })
})
