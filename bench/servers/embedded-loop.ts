/** The limit for orders on the embedded engine: its own transaction in a loop, in process. The benchmark says for how long. */
import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { noLimit } from '#features/orders/rules.ts'
import { createPlaceOrder } from '#features/orders/place-order.ts'
import { newId } from '#platform/ids.ts'
import { systemClock } from '#shared/clock.ts'
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

const placing = createPlaceOrder({
  db,
  clock: systemClock,
  currency: config.currency,
  holdHours: 24,
  limits: { unpaidOrders: noLimit, heldShare: 1 },
  connections: 1,
})

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
  const order = { toolId: tool.id, orderQuantity: 1, address: 'Plot 9, Mirpur, Dhaka', phone: '+880 1711 000000' }
  await placing.place({ id: buyer.id, session: session.id }, order, undefined)
}

async function rowsOf(query: string): Promise<{ id: string; price: number }[]> {
  const { rows } = await db.execute<{ id: string; price: number }>(sql.raw(query))
  return rows
}
