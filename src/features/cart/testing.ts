import type { ToolRow } from '#features/catalogue/store.ts'
import { json, openTestShop } from '#testing/shop.ts'
import { Cart, type CartEntry } from './schema.ts'

export type CartShop = Awaited<ReturnType<typeof openCartShop>>
export type CartOwner = Awaited<ReturnType<CartShop['cartOwner']>>

/** The real shop, and people with the calls for their own carts. */
export async function openCartShop() {
  const shop = await openTestShop()
  return {
    ...shop,
    async cartOwner() {
      const person = await shop.signedIn()
      const send = async (body: unknown) => shop.app.request('/api/cart', json('PUT', body, person.headers))
      return {
        ...person,
        send,
        put: (version: number, lines: readonly CartEntry[]) => send({ version, lines }),
        async get(): Promise<Cart> {
          return Cart.parse(await (await shop.app.request('/api/cart', { headers: person.headers })).json())
        },
      }
    },
  }
}

/** A cart line with a quantity of a tool, at the price the test factory gives tools. */
export const entryOf = ({ id }: Pick<ToolRow, 'id'>, quantity = 1, seenPrice = 101.4): CartEntry => ({
  toolId: id,
  quantity,
  seenPrice,
})

/** The status and body of a refusal. */
export const problem = async (answer: Response) => ({ status: answer.status, ...(await answer.json()) })
