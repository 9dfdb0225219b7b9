import { eq } from 'drizzle-orm'
import { findUserByEmail } from '#features/accounts/store.ts'
import { passkeys, users } from '#features/accounts/tables.ts'
import { OrderPlaced } from '#features/orders/schema.ts'
import { orders } from '#features/orders/tables.ts'
import { quotes } from '#features/quotes/tables.ts'
import { newId } from '#platform/ids.ts'
import { minor } from '#shared/money.ts'
import { openBrowser } from '#testing/browser.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json, openTestShop } from '#testing/shop.ts'

export type PersonalDataShop = Awaited<ReturnType<typeof openPersonalDataShop>>
export type Person = Awaited<ReturnType<PersonalDataShop['person']>>

/** Everybody's password in these tests. */
export const password = 'first-secret'

/** The real shop, and people about whom it stores data everywhere. */
export async function openPersonalDataShop() {
  const shop = await openTestShop()
  let made = 0

  /** Somebody with a password, an order, a review and a request for a quote, who by default has verified their e-mail. */
  async function person({ emailVerified = true } = {}) {
    made += 1
    const email = `nusrat${made}@example.com`
    const browser = openBrowser(shop.app, shop.config.publicUrl)
    await browser.post('/api/auth/sign-up/email', { name: 'Nusrat Jahan', email, password })
    const headers = { authorization: `Bearer ${await browser.accessToken(email)}`, 'content-type': 'application/json' }
    const user = await findUserByEmail(shop.db, email)
    if (!user) throw new Error('nobody signed up')
    await shop.db.update(users).set({ emailVerified }).where(eq(users.id, user.id))
    await shop.app.request('/api/addreview', json('POST', { name: 'Nusrat', description: 'Good.', rating: 5 }, headers))
    await shop.db
      .insert(quotes)
      .values({ name: 'Nusrat', email, phone: '+880 1711', productName: 'Fan', price: minor(620), quantity: 9 })
    return { id: user.id, email, browser, headers }
  }

  /** An order of theirs with a note and a purchase order number, for a tool of its own. */
  async function order(
    { headers }: Pick<Awaited<ReturnType<typeof person>>, 'headers'>,
    state?: 'paid' | 'shipped' | 'delivered' | 'cancelled',
  ) {
    const tool = await makeTool(shop.db, { availableQuantity: 50 })
    const words = { note: 'Ring twice', purchaseOrderNumber: 'PO-7' }
    const key = { ...headers, 'idempotency-key': newId() }
    const answer = await shop.app.request('/api/order', json('POST', { ...orderOf(tool), ...words }, key))
    const { _id: id } = OrderPlaced.parse(await answer.json())
    if (state) await shop.db.update(orders).set({ state, paidAt: shop.clock.now() }).where(eq(orders.id, id))
    return { id, tool }
  }

  /** A passkey of theirs, which opens nothing. */
  async function passkey({ id: userId }: { id: string }) {
    const createdAt = shop.clock.now()
    const key = { credentialID: `key-of-${userId}`, publicKey: 'x', counter: 0, deviceType: 'x', backedUp: false }
    await shop.db.insert(passkeys).values({ userId, name: 'Laptop', createdAt, ...key })
    return { ...key, createdAt }
  }

  const orderRow = async (id: string) => (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]

  return { ...shop, person, order, passkey, orderRow }
}
