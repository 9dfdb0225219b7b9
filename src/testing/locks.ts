import pg from 'pg'
import { openOnServer } from '#platform/db/testing.ts'
import { openTestShop } from './shop.ts'

/** A test shop on a server, that waits half a second for a lock, and somebody else on its database who can hold rows. */
export async function openShopBesideHolder(server: string) {
  let connectionString = ''
  const engine = await openOnServer(server, {
    connections: 6,
    patience: { lock: 500, statement: 10_000, transaction: 10_000 },
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
