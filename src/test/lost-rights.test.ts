import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeUser, setRole } from '#features/accounts/store.ts'
import { sessions, users } from '#features/accounts/tables.ts'
import { NewTool } from '#features/catalogue/schema.ts'
import { pictureFiles, tools } from '#features/catalogue/tables.ts'
import { stockMovements } from '#features/inventory/tables.ts'
import { orderEvents, orders } from '#features/orders/tables.ts'
import { prints } from '#features/printing/tables.ts'
import { quotes } from '#features/quotes/tables.ts'
import { reviews } from '#features/reviews/tables.ts'
import { staffNotices } from '#features/staff-day/tables.ts'
import { newId } from '#platform/ids.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import type { Actor } from '#shared/actor.ts'
import { makeFailedMail, makeTool, makeUser, orderOf } from '#testing/factories.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
type Named = 'toolId' | 'deletedId' | 'orderId' | 'reviewId' | 'quoteId' | 'mailId' | 'email' | 'admin'
let world: Record<Named, string>
beforeAll(async () => {
  shop = await openTestShop()
  await makeUser(shop.db, { role: 'admin' })
  const { subject } = await shop.signedIn()
  const [tool, deleted] = [await makeTool(shop.db), await makeTool(shop.db)]
  await shop.db.update(tools).set({ deletedAt: shop.clock.now() }).where(eq(tools.id, deleted.id))
  const reviewId = newId()
  await shop.db.insert(reviews).values({ id: reviewId, name: 'Nusrat', description: 'Good.', rating: 5 })
  world = {
    toolId: tool.id,
    deletedId: deleted.id,
    orderId: await shop.shop.orders.place(subject, orderOf(tool), undefined),
    reviewId,
    quoteId: await shop.shop.quotes.add('203.0.113.7', quote),
    mailId: await makeFailedMail(shop.db),
    email: (await makeUser(shop.db)).email,
    admin: (await makeUser(shop.db, { role: 'admin' })).email,
  }
})
afterAll(() => shop.close())

const picture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#c6f030' } })
    .png()
    .toBuffer()

const quote = {
  name: 'Karim',
  email: 'karim@example.com',
  phone: '+880 1711 000000',
  productName: 'Fan',
  price: 5,
  quantity: 9,
}
const everyNotice = { orders: 'at-once', quotes: 'at-once', stock: 'at-once', failures: 'at-once' } as const

/** Everything that staff can change, called by an actor who was let through as staff earlier. */
const acts: Record<string, (actor: Actor) => Promise<unknown>> = {
  'makes an admin': (actor) => shop.shop.accounts.makeAdmin(actor, world.email),
  'revokes an admin’s rights': (actor) => shop.shop.accounts.revokeAdmin(actor, world.admin),
  'removes a user': (actor) => shop.shop.accounts.remove(actor, world.email),
  'adds a product': (actor) =>
    shop.shop.catalogue.add(actor, NewTool.parse({ name: 'Fan', description: 'A fan.', price: 6.9, img: '/x.webp' })),
  'changes a price': (actor) => shop.shop.catalogue.change(actor, world.toolId, { version: 1, price: 0.01 }),
  'changes stock': (actor) => shop.shop.catalogue.change(actor, world.toolId, { stock_change: -1 }),
  'deletes a product': (actor) => shop.shop.catalogue.remove(actor, world.toolId),
  'restores a product': (actor) => shop.shop.catalogue.restore(actor, world.deletedId),
  'adds a picture': async (actor) => shop.shop.pictures.add(actor, await picture()),
  'cancels an order': (actor) => shop.shop.orders.cancel(actor, world.orderId),
  'hides a review': (actor) => shop.shop.reviews.hide(actor, world.reviewId, { reason: 'Names a person.' }),
  'packs an order': (actor) => shop.shop.fulfilment.pack(actor, world.orderId),
  'ships an order': (actor) => shop.shop.fulfilment.ship(actor, world.orderId, { carrier: 'DHL' }),
  'refunds an order': (actor) =>
    shop.shop.payments.refund(actor, world.orderId, { reason: 'Broken', restock: false }, undefined),
  'sets terms': (actor) => shop.shop.receivables.setTerms(actor, world.email, { netDays: 30, creditLimit: 10 }),
  'enters a payment': (actor) =>
    shop.shop.receivables.pay(
      actor,
      { email: world.email, amount: 1, reference: 'TT 1', receivedAt: '2025-06-01' },
      undefined,
    ),
  'writes a note': (actor) => shop.shop.orderDesk.note(actor, world.orderId, { note: 'Call first.' }),
  'counts stock': (actor) => shop.shop.inventory.enter(actor, world.toolId, { counted: 1, note: 'Counted' }, undefined),
  'marks a request as answered': (actor) => shop.shop.quotes.mark(actor, world.quoteId, true),
  'offers a price': (actor) =>
    shop.shop.quotes.offer(actor, world.quoteId, {
      lines: [{ toolId: world.toolId, quantity: 1, unitPrice: 1 }],
      validUntil: '2025-06-09',
    }),
  'declines a request': (actor) => shop.shop.quotes.end({ actor }, world.quoteId, 'decline', undefined),
  'writes about a quote': (actor) => shop.shop.quotes.write({ actor }, world.quoteId, 'Hello'),
  'sends a mail again': (actor) => shop.shop.mails.sendAgain(actor, world.mailId),
  'sends all mail again': (actor) => shop.shop.mails.sendAllAgain(actor),
  'prints papers': (actor) => shop.shop.printing.ask(actor, { kind: 'packing-slip', toship: 'yes' }),
  'chooses staff notices': (actor) => shop.shop.staffNotices.put(actor, everyNotice),
}

const losses: Record<string, (actor: Actor) => Promise<unknown>> = {
  'was removed': ({ id }) => shop.db.transaction((tx) => removeUser(tx, id, shop.clock.now())),
  'lost the admin role': ({ email }) => setRole(shop.db, email, 'user'),
  'signed out': ({ session }) => shop.db.delete(sessions).where(eq(sessions.id, session)),
}

/** Everything that could have changed, except the account that lost its rights. */
async function everything(but: string): Promise<unknown> {
  const { db } = shop
  const all = await Promise.all([
    db.select().from(tools).orderBy(tools.id),
    db.select().from(orders).orderBy(orders.id),
    db.select().from(reviews).orderBy(reviews.id),
    db.select().from(orderEvents).orderBy(orderEvents.id),
    db.$count(stockMovements),
    db.select().from(quotes).orderBy(quotes.id),
    db.select().from(mailMessages).orderBy(mailMessages.id),
    db.$count(staffNotices),
    db.$count(pictureFiles),
    db.$count(prints),
    db.select({ id: users.id, role: users.role, removedAt: users.removedAt }).from(users).orderBy(users.id),
  ])
  return all.map((rows) => (Array.isArray(rows) ? rows.filter((row) => !('id' in row) || row.id !== but) : rows))
}

describe.each(Object.entries(losses))('an admin who was let through and then %s', (_what, lose) => {
  test.each(Object.entries(acts))('no longer %s', async (_does, act) => {
    const { actor } = await shop.signedIn({ role: 'admin' })
    await lose(actor)
    const before = await everything(actor.id)
    await expect(act(actor)).rejects.toMatchObject({
      kind: expect.stringMatching(/^(unauthenticated|forbidden|not-found)$/),
    })
    expect(await everything(actor.id)).toEqual(before)
  })
})

/** Everything that only staff may read: each read refuses by itself, whatever its route has checked before. */
const looks: Record<string, (actor: Actor) => Promise<unknown>> = {
  'all orders': (actor) => shop.shop.orderDesk.list(actor, {}),
  'the CSV of all orders': async (actor) => shop.shop.orderDesk.csv(actor, {}, async () => {}),
  'the stock of an order': (actor) => shop.shop.orderDesk.stock(actor, world.orderId),
  'stock movements': (actor) => shop.shop.inventory.movements(actor, world.toolId, {}),
  mails: (actor) => shop.shop.mails.list(actor, {}),
  'a mail': (actor) => shop.shop.mails.get(actor, world.mailId),
  'the audit log': (actor) => shop.shop.audit.list(actor, {}),
  'today’s open work': (actor) => shop.shop.staffDay.today(actor),
  'the print jobs': (actor) => shop.shop.printing.list(actor),
  'a printed file': (actor) => shop.shop.printing.file(actor, newId()),
  'the stream of changes': async (actor) => shop.shop.staffChanges.open(actor, async () => {}),
  'the settings for staff notices': (actor) => shop.shop.staffNotices.get(actor),
  'payments to check': (actor) => shop.shop.payments.disagreements(actor),
  accounts: (actor) => shop.shop.accounts.list(actor, {}),
}

test.each(Object.entries(looks))('a customer cannot read %s', async (_what, look) => {
  const { actor } = await shop.signedIn()
  await expect(look(actor)).rejects.toMatchObject({ kind: 'forbidden' })
})

test('an admin who keeps their rights can still act', async () => {
  const { actor } = await shop.signedIn({ role: 'admin' })
  for (const act of [acts['changes a price'], acts['hides a review'], acts['makes an admin']]) await act?.(actor)
  expect(await shop.db.$count(users, eq(users.email, world.email))).toBe(1)
})
