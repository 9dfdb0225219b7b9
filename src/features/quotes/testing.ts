import { makeTool } from '#testing/factories.ts'
import { json, openTestShop, type TestShop } from '#testing/shop.ts'
import { QuoteAdded } from './schema.ts'

export type QuoteShop = Awaited<ReturnType<typeof openQuoteShop>>
export type Caller = Awaited<ReturnType<TestShop['signedIn']>>
export type Headers = Record<string, string>

/** A shop with one product, and a member of staff who offers it. */
export async function openQuoteShop() {
  const shop = await openTestShop()
  const staff = await shop.signedIn({ role: 'admin' })
  const tool = await makeTool(shop.db, { availableQuantity: 1000 })
  const post = (path: string, body: object, headers: Headers) =>
    shop.app.request(`/api/quote${path}`, json('POST', body, headers))
  return {
    ...shop,
    staff,
    post,

    /** Asks for ten pieces. @returns the id of the quote. */
    async ask(email: string, headers: Headers): Promise<string> {
      const person = { name: 'Daniel Costa', phone: '+880 1711 000000', email }
      const answer = await post('', { ...person, lines: [{ toolId: tool.id, quantity: 10 }] }, headers)
      return QuoteAdded.parse(await answer.json())._id
    },

    /** Offers them, as staff do. */
    offer: (id: string, validUntil: string, unitPrice = 80) =>
      post(`/${id}/offer`, { lines: [{ toolId: tool.id, quantity: 10, unitPrice }], validUntil }, staff.headers),
  }
}
