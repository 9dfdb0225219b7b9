import { removeUser } from '#features/accounts/store.ts'
import { Tool } from '#features/catalogue/schema.ts'
import { OrderPlaced } from '#features/orders/schema.ts'
import { insertQuote } from '#features/quotes/store.ts'
import { reviews } from '#features/reviews/tables.ts'
import { newId } from '#platform/ids.ts'
import { minor, toMajor } from '#shared/money.ts'
import { makeFailedMail, makeTool, makeUser, orderOf } from '../factories.ts'
import { json, openTestShop, type TestShop } from '../shop.ts'
import { newQuote, type Call, type Caller, type World } from './matrix.ts'

export type PermissionShop = Awaited<ReturnType<typeof openPermissionShop>>

/** The real shop with every kind of caller, the data their calls refer to, and the calls of the matrix. */
export async function openPermissionShop() {
  const shop = await openTestShop()
  const people = {
    user: await shop.signedIn(),
    'other user': await shop.signedIn(),
    'removed user': await shop.signedIn({ role: 'admin' }),
    admin: await shop.signedIn({ role: 'admin' }),
  }
  await removeUser(shop.db, people['removed user'].actor.id, shop.clock.now())

  const tokenOf = (caller: Caller): string | undefined => (caller === 'nobody' ? undefined : people[caller].token)

  async function makeWorld(): Promise<World> {
    const { actor, headers } = people.user
    const tool = await makeTool(shop.db)
    const answer = await shop.app.request('/api/order', json('POST', orderOf(tool), headers))
    const { _id: orderId } = OrderPlaced.parse(await answer.json())
    const { version } = Tool.parse(await (await shop.app.request(`/api/tool/${tool.id}`)).json())
    const { email: stranger } = await makeUser(shop.db)
    const reviewId = newId()
    await shop.db.insert(reviews).values({ id: reviewId, name: 'Nusrat', description: 'Good.', rating: 5 })
    const quoteId = newId()
    const line = { toolId: tool.id, productName: tool.name, partNumber: tool.partNumber, quantity: 1 }
    const at = shop.clock.now()
    const offer = {
      state: 'offered' as const,
      offer: [{ ...line, category: tool.category, unitPrice: minor(600) }],
      createdAt: at,
      offeredAt: at,
      validUntil: new Date(at.getTime() + 86_400_000),
    }
    await insertQuote(shop.db, { ...newQuote, id: quoteId, price: minor(600), userId: actor.id, ...offer })
    return {
      quoteId,
      mailId: await makeFailedMail(shop.db),
      reviewId,
      toolId: tool.id,
      version,
      orderId,
      price: toMajor(tool.price, shop.config.currency),
      email: actor.email,
      stranger,
    }
  }

  async function make(
    name: string,
    call: Call,
    world: World,
    token: string | undefined,
    more: Record<string, string> = {},
    { app }: Pick<TestShop, 'app'> = shop,
  ): Promise<Response> {
    const [method = ''] = name.split(' ')
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...more }
    const body = call.body && JSON.stringify(call.body(world))
    return app.request(`/api${call.path(world)}`, { method, headers, ...(body && { body }) })
  }

  let shared: Promise<World> | undefined
  /** One world for all calls that only read or are refused. */
  const sharedWorld = () => (shared ??= makeWorld())
  /** A new world for each call that may change it. */
  const worldOf = (name: string) => (name.startsWith('GET ') ? sharedWorld() : makeWorld())

  return { ...shop, people, tokenOf, sharedWorld, worldOf, make }
}
