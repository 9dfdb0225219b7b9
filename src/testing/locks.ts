import pg from 'pg'
import { openOnServer } from '#platform/db/testing.ts'
import { openTestShop } from './shop.ts'

/**
 * A test shop on a server, and somebody else on its database who can hold rows.
 * @param lock how long the shop waits for one, in milliseconds.
 */
export async function openShopBesideHolder(server: string, lock = 500) {
  let connectionString = ''
  const engine = await openOnServer(server, {
    connections: 6,
    patience: { lock, statement: 10_000, transaction: 10_000 },
    change: (url) => {
      connectionString = url.href
      return url
    },
  })
  const shop = await openTestShop({}, engine)
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  return {
    shop,
    holder,
    async close() {
      await holder.end()
      await shop.close()
    },
  }
}
