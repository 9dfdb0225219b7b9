import { eq } from 'drizzle-orm'
import { json, openTestShop } from '#testing/shop.ts'
import { selectTools } from './store.ts'
import { tools } from './tables.ts'

export type CatalogueShop = Awaited<ReturnType<typeof openCatalogueShop>>

/** The real shop with an admin and a user, and a way to call its tool API. */
export async function openCatalogueShop() {
  const shop = await openTestShop()
  const admin = await shop.signedIn({ role: 'admin' })
  return {
    ...shop,
    admin,
    user: await shop.signedIn(),
    /** @param headers identify the caller: the admin by default */
    call: async (method: string, path: string, body?: unknown, headers: Record<string, string> = admin.headers) =>
      shop.app.request(`/api/tool${path}`, body === undefined ? { method, headers } : json(method, body, headers)),
    rowOf: async (id: string) => (await selectTools(shop.db).where(eq(tools.id, id)))[0],
  }
}
