import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountMessages } from '#content/account.ts'
import { eraseAccount, readProfile } from '#features/accounts/personal-data.ts'
import { findUserById } from '#features/accounts/store.ts'
import { accounts, passkeys, sessions, users, verifications } from '#features/accounts/tables.ts'
import { uninvoicedOrders } from '#features/invoices/personal-data.ts'
import { invoices } from '#features/invoices/tables.ts'
import { recordOrderAct } from '#features/orders/audited.ts'
import { listEvents, recordEvent } from '#features/orders/events.ts'
import { hasOpenOrder, unpaidOrders } from '#features/orders/personal-data.ts'
import { orderLines, orders } from '#features/orders/tables.ts'
import { newRefund } from '#features/payments/money-back.ts'
import { findRefund, insertRefund } from '#features/payments/store.ts'
import { quotes } from '#features/quotes/tables.ts'
import { reviews } from '#features/reviews/tables.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import { minor } from '#shared/money.ts'
import { auditOf } from '#testing/audit.ts'
import { makeFailedMail } from '#testing/factories.ts'
import { withOrder } from '#testing/orders.ts'
import { json, openTestShop } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { createPersonalData } from './service.ts'
import { openPersonalDataShop, password, type Person, type PersonalDataShop } from './testing.ts'

let shop: PersonalDataShop
beforeAll(async () => {
  shop = await openPersonalDataShop()
})
afterAll(() => shop.close())

const erase = async ({ headers }: Person, body: object = { password }) =>
  shop.app.request('/api/profile', json('DELETE', body, headers))

describe('erasing an account', () => {
  test('removes the person everywhere and keeps what bookkeeping needs', async () => {
    const who = await shop.person()
    const [paid, unpaid] = [await shop.order(who, 'delivered'), await shop.order(who)]
    await shop.passkey(who)
    await who.browser.post('/api/auth/request-password-reset', { email: who.email })
    const before = await shop.orderRow(paid.id)
    await withOrder(shop, paid.id, (tx) =>
      recordEvent(tx, {
        orderId: paid.id,
        kind: 'note',
        at: shop.clock.now(),
        details: { note: 'Ask for Nusrat', amount: 5 },
      }),
    )
    expect((await erase(who)).status).toBe(204)
    const noted = (await listEvents(shop.db, paid.id, true)).filter(({ event }) => event.kind === 'note')
    expect(noted.map(({ event }) => event.details)).toEqual([{ amount: 5 }])

    const nobody = { email: `erased-${who.id}@erased.invalid`, name: 'Erased user' }
    expect(await findUserById(shop.db, who.id)).toMatchObject({
      ...nobody,
      emailVerified: false,
      image: null,
      role: 'user',
      removedAt: shop.clock.now(),
    })
    const blank = { ...nobody, address: '', phone: '', note: null, idempotencyKey: null, requestHash: null }
    expect(await shop.orderRow(paid.id)).toEqual({ ...before, ...blank })
    expect(before).toMatchObject({ purchaseOrderNumber: 'PO-7', state: 'delivered' })
    expect(await shop.orderRow(unpaid.id)).toMatchObject({ ...blank, state: 'cancelled' })
    expect(await stockOf(shop.db, unpaid.tool.id)).toEqual({ available: 50, ledger: 50 })
    expect(await shop.db.$count(orderLines, eq(orderLines.orderId, paid.id))).toBe(1)
    expect(await shop.db.select().from(reviews).where(eq(reviews.userId, who.id))).toMatchObject([
      { name: 'Former customer', description: 'Good.', rating: 5 },
    ])
    expect(await shop.db.$count(quotes, eq(quotes.email, who.email))).toBe(0)
    for (const table of [sessions, accounts, passkeys])
      expect(await shop.db.$count(table, eq(table.userId, who.id))).toBe(0)
    expect(await shop.db.$count(verifications, eq(verifications.value, who.id))).toBe(0)

    const entries = (await auditOf(shop.db)).filter(({ subjectId }) => subjectId === who.id)
    expect(entries.map(({ action }) => action)).toEqual(['account.signed-up', 'account.reset-asked', 'account.erased'])
    for (const entry of entries)
      expect(entry).toMatchObject({ actorEmail: null, subjectLabel: null, address: null, userAgent: null })
  })

  test('removes what staff wrote about a refund', async () => {
    const who = await shop.person()
    const { id } = await shop.order(who, 'delivered')
    const refund = newRefund({ id: null, orderId: id, currency: 'usd' }, minor(100), 'Nusrat rang', shop.clock.now())
    const { actor } = await shop.signedIn({ role: 'admin' })
    const another = await shop.order(await shop.person())
    await withOrder(shop, id, async (tx, order) => {
      await insertRefund(tx, { ...refund, state: 'succeeded' })
      for (const refunded of [order, { ...order, id: another.id }]) {
        const act = { at: shop.clock.now(), actor, after: { amount: 1, reason: 'Nusrat rang' } }
        await recordOrderAct(tx, 'order.refunded', refunded, act)
      }
    })
    expect((await erase(who)).status).toBe(204)
    expect(await findRefund(shop.db, refund.id)).toMatchObject({ reason: 'Refund', amount: 100 })
    const refundsOf = async (order: string) => (await auditOf(shop.db)).filter(({ subjectId }) => subjectId === order)
    expect(await refundsOf(id)).toMatchObject([{ actorEmail: actor.email, after: { amount: 1 } }])
    expect((await refundsOf(id))[0]?.after).toEqual({ amount: 1 })
    expect((await refundsOf(another.id))[0]?.after).toEqual({ amount: 1, reason: 'Nusrat rang' })
  })

  test('issues due invoices first, and later credit notes to the same buyer', async () => {
    const who = await shop.person()
    const { id } = await shop.order(who, 'delivered')
    const { name, email, address } = (await shop.orderRow(id)) ?? {}
    expect((await erase(who)).status).toBe(204)
    const refund = newRefund({ id: null, orderId: id, currency: 'usd' }, minor(100), 'Late', shop.clock.now())
    await withOrder(shop, id, (tx) => insertRefund(tx, { ...refund, state: 'succeeded' }))
    const staff = await shop.signedIn({ role: 'admin' })
    await shop.app.request(`/api/order/${id}/papers`, { headers: staff.headers })
    const issued = await shop.db.select().from(invoices).where(eq(invoices.orderId, id)).orderBy(invoices.id)
    expect(issued).toMatchObject([{ kind: 'invoice' }, { kind: 'credit-note' }])
    for (const { document } of issued) expect(document.buyer).toMatchObject({ name, email, address })
  })

  test('leaves the name and e-mail nowhere in the database', async () => {
    const who = await shop.person()
    await shop.order(who, 'delivered')
    await who.browser.post('/api/auth/update-user', { name: 'Nusrat Sultana' })
    await erase(who)
    const tables = [users, orders, reviews, quotes, sessions, accounts, verifications]
    const rows = await Promise.all(tables.map((table) => shop.db.select().from(table)))
    const kept = JSON.stringify([...rows, await auditOf(shop.db)])
    expect(kept).not.toContain(who.email)
    expect(kept).not.toContain('Sultana')
  })

  test('takes effect at once: the token is invalid, reviews are renamed and the address is free', async () => {
    const who = await shop.person()
    const reviewers = async () => await (await shop.app.request('/api/review?limit=1')).json()
    expect(await reviewers()).toMatchObject([{ name: 'Nusrat' }])
    await erase(who)
    expect((await shop.app.request('/api/profile', { headers: who.headers })).status).toBe(401)
    expect(await reviewers()).toMatchObject([{ name: 'Former customer' }])
    const { email } = who
    expect((await who.browser.post('/api/auth/sign-in/email', { email, password })).status).toBe(401)
    expect((await who.browser.post('/api/auth/sign-up/email', { name: 'New', email, password })).status).toBe(200)
  })

  test('keeps quote requests for an unverified address and the mails about them, but none about the account', async () => {
    const who = await shop.person({ emailVerified: false })
    const kept = await makeFailedMail(shop.db, { recipient: who.email, about: 'quote:1' })
    await who.browser.post('/api/auth/request-password-reset', { email: who.email })
    const mails = () => shop.db.select().from(mailMessages).where(eq(mailMessages.recipient, who.email))
    expect((await mails()).map(({ kind }) => kind)).toContain('reset-password')
    expect((await erase(who)).status).toBe(204)
    expect(await shop.db.$count(quotes, eq(quotes.email, who.email))).toBe(1)
    expect((await mails()).map(({ id }) => id)).toEqual([kept])
  })

  test('requires the password if there is one, and counts wrong ones', async () => {
    const who = await shop.person()
    const { id } = await shop.order(who)
    const wrong = { status: 422, errors: [{ path: 'password', message: accountMessages.wrongCurrentPassword }] }
    expect(await (await erase(who, { password: 'wrong-secret' })).json()).toMatchObject(wrong)
    expect((await erase(who, {})).status).toBe(422)
    expect((await erase(who, { password, surprise: 1 })).status).toBe(422)
    for (let n = 0; n < 9; n++) await erase(who, { password: 'wrong-secret' })
    expect((await erase(who)).status).toBe(429)
    expect(await shop.orderRow(id)).toMatchObject({ state: 'placed', name: 'Nusrat Jahan' })
    expect((await findUserById(shop.db, who.id))?.removedAt).toBeNull()
  })

  test('requires no password of an account without one', async () => {
    const who = await shop.signedIn()
    const answer = await shop.app.request('/api/profile', json('DELETE', {}, who.headers))
    expect(answer.status).toBe(204)
  })

  test.each(['paid', 'shipped'] as const)('is refused while an order is %s, and cancels nothing', async (state) => {
    const who = await shop.person()
    const [open, unpaid] = [await shop.order(who, state), await shop.order(who)]
    const answer = await erase(who)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ detail: accountMessages.orderStillOpen })
    expect(await shop.orderRow(unpaid.id)).toMatchObject({ state: 'placed', email: who.email })
    expect(await shop.orderRow(open.id)).toMatchObject({ state, email: who.email })
    expect((await findUserById(shop.db, who.id))?.email).toBe(who.email)
  })

  test('is refused while money is on its way', async () => {
    const who = await shop.person()
    const { id } = await shop.order(who)
    await shop.db.update(orders).set({ paymentProcessing: true }).where(eq(orders.id, id))
    expect((await erase(who)).status).toBe(409)
    expect(await shop.orderRow(id)).toMatchObject({ state: 'placed', email: who.email })
  })

  test('is refused to the last admin, cancelling nothing, and allowed when there is another', async () => {
    const own = await openTestShop()
    const admin = await own.signedIn({ role: 'admin' })
    const ofFirst = eq(users.email, own.config.admin.email)
    const leave = async () => own.app.request('/api/profile', json('DELETE', {}, admin.headers))
    await own.db.update(users).set({ role: 'user' }).where(ofFirst)
    expect((await leave()).status).toBe(409)
    expect((await findUserById(own.db, admin.actor.id))?.role).toBe('admin')
    await own.db.update(users).set({ role: 'admin' }).where(ofFirst)
    expect((await leave()).status).toBe(204)
    await own.close()
  })

  /** The shop's own service, except that something else happens where an unpaid order is cancelled. */
  const erasing = (meanwhile: (id: string) => Promise<unknown>) =>
    createPersonalData({
      db: shop.db,
      clock: shop.clock,
      auth: shop.shop.auth,
      limiter: shop.shop.limiter,
      readProfile,
      lists: {
        sessions: nothing,
        orders: nothing,
        account: nothing,
        invoices: nothing,
        prints: nothing,
        reviews: nothing,
        quotes: nothing,
        stockWaits: nothing,
        cart: nothing,
        addresses: nothing,
        lists: nothing,
        partNumbers: nothing,
        mails: nothing,
        history: nothing,
      },
      erasures: [eraseAccount],
      hasOpenOrder,
      unpaidOrders,
      cancel: (_actor, id) => meanwhile(id),
      uninvoicedOrders,
      issue: async () => undefined,
      onErased: () => undefined,
    })
  const happenings: Record<string, (orderId: string) => Promise<unknown>> = {
    'cancelling an order has no effect': async () => undefined,
    'an order was paid meanwhile': (id) =>
      shop.db.update(orders).set({ state: 'paid', paidAt: shop.clock.now() }).where(eq(orders.id, id)),
    'an order was delivered meanwhile': (id) =>
      shop.db.update(orders).set({ state: 'delivered', paidAt: shop.clock.now() }).where(eq(orders.id, id)),
    'another password was set meanwhile': async (id) => {
      await shop.db.update(orders).set({ state: 'cancelled' }).where(eq(orders.id, id))
      const row = await shop.orderRow(id)
      await shop.db
        .update(accounts)
        .set({ password: 'other' })
        .where(eq(accounts.userId, row?.userId ?? ''))
    },
  }
  test.each(Object.entries(happenings))('changes nothing when %s', async (_what, happen) => {
    const who = await shop.person()
    await shop.order(who)
    const [session] = await shop.db.select().from(sessions).where(eq(sessions.userId, who.id))
    const actor = { id: who.id, session: session?.id ?? '', email: who.email, name: 'Nusrat', role: 'user' as const }
    await expect(erasing(happen).erase(actor, { password }, '203.0.113.7')).rejects.toMatchObject({ kind: 'conflict' })
    expect(await findUserById(shop.db, who.id)).toMatchObject({ email: who.email, removedAt: null })
  })
})

// oxlint-disable-next-line require-yield
async function* nothing(): AsyncGenerator<never> {}
