/** The limit for orders on the embedded engine: its own statement in a loop, in process. The benchmark says for how long. */
import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { placeOrder } from '#features/orders/store.ts'
import { newId } from '#platform/ids.ts'
import { fill } from '../lib/fill.ts'
import { openBenchShop } from './open-shop.ts'

const Told = z.object({ seconds: z.number() })

const { shop, config } = await openBenchShop()
const { db } = shop.engine
await fill(db, { products: 24, orders: 0 })
const tools = await rowsOf('select id, price::int from tool')
const [buyer] = await rowsOf('select id, 0 as price from "user"')
const session = { id: newId() }
await db.execute(sql`insert into session (id, user_id, token, expires_at)
  values (${session.id}, ${buyer?.id}, ${session.id}, now() + interval '1 day')`)

process.on('message', (message) => {
  const told = Told.safeParse(message)
  if (told.success) void placeFor(told.data.seconds).then((perSecond) => process.send?.({ perSecond }))
})
createServer((_request, response) => response.end()).listen(config.port, config.host)

async function placeFor(seconds: number): Promise<number> {
  const start = performance.now()
  let placed = 0
  for (; performance.now() < start + seconds * 1000; placed++) await placeOne(placed)
  return (placed / (performance.now() - start)) * 1000
}

async function placeOne(n: number): Promise<void> {
  const tool = tools[n % tools.length]
  if (!tool || !buyer) throw new Error('the shop is empty')
  const at = new Date()
  const done = await placeOrder(db, {
    id: newId(),
    toolId: tool.id,
    quantity: 1,
    expectedTotal: tool.price,
    currency: config.currency,
    buyer: {
      id: buyer.id,
      session: session.id,
      email: undefined,
      address: 'Plot 9, Mirpur, Dhaka',
      phone: '+880 1711 000000',
    },
    request: undefined,
    at,
    heldUntil: at,
  })
  if (!done) throw new Error('an order was not placed')
}

async function rowsOf(query: string): Promise<{ id: string; price: number }[]> {
  const { rows } = await db.execute<{ id: string; price: number }>(sql.raw(query))
  return rows
}
