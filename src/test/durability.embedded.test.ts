import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEmbedded } from '#platform/db/embedded.ts'
import { prepareData } from '#testing/prepared-data.ts'
import { adminHeaders, freePort, startInVain, startProcess, type ShopProcess } from '#testing/process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'durability-'))
const admin = { email: 'admin@wattwork.test', password: 'admin-secret' }
const env = {
  DATA_DIR: dataDir,
  SEED: 'none',
  ADMIN_PASSWORD: admin.password,
  MAX_UNPAID_ORDERS: '1000000',
  MAX_HELD_SHARE: '1',
}
const opening = 100_000

let shop: ShopProcess
let port: number
let headers: Record<string, string>
let toolId: string

beforeAll(async () => {
  await prepareData(dataDir)
  port = await freePort()
  shop = await startProcess(env, port)
  headers = await adminHeaders(shop.origin, admin)
  toolId = await addTool()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const send = (method: string, path: string, body: unknown, more: Record<string, string> = {}) =>
  fetch(`${shop.origin}/api${path}`, { method, body: JSON.stringify(body), headers: { ...headers, ...more } })

async function addTool(): Promise<string> {
  const tool = {
    name: 'Durable supply',
    description: 'Outlives its process.',
    price: 10,
    img: '/x.webp',
    available_quantity: opening,
  }
  const { _id }: { _id: string } = await (await send('POST', '/tool', tool)).json()
  return _id
}

/** Places orders without a pause until the process dies; collects those that were acknowledged. */
async function orderUntilKilled(acknowledged: string[]): Promise<void> {
  for (;;) {
    const answer = await send('POST', '/order', {
      toolId,
      orderQuantity: 1,
      address: 'Dhaka',
      phone: '+880 1711 000000',
    }).catch(() => undefined)
    const body: { _id?: string } | undefined = await answer?.json().catch(() => undefined)
    if (!body?._id) return
    acknowledged.push(body._id)
  }
}

it('refuses a second process on the same data with one clear line', async () => {
  const second = await startInVain(env)
  expect(second.code).toBe(1)
  expect(second.output.trim()).toBe(
    `DATA_DIR ${dataDir} is in use by another running shop: stop that one, or start this one with a different DATA_DIR`,
  )
})

it('keeps every acknowledged order when killed under load, with stock equal to the ledger', async () => {
  const acknowledged: string[] = []
  const clients = Array.from({ length: 8 }, () => orderUntilKilled(acknowledged))
  while (acknowledged.length < 60) await new Promise((resolve) => setTimeout(resolve, 5))
  await shop.end('SIGKILL')
  await Promise.all(clients)

  shop = await startProcess(env, port)
  const orders: { _id: string }[] = await (await send('GET', `/order?email=${admin.email}`, undefined)).json()
  const kept = new Set(orders.map((order) => order._id))
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  const tool: { available_quantity: number } = await (await fetch(`${shop.origin}/api/tool/${toolId}`)).json()
  expect(tool.available_quantity).toBe(opening - orders.length)
})

it('answers requests in flight when stopped, with stock equal to the ledger', async () => {
  const acknowledged: string[] = []
  const clients = Array.from({ length: 8 }, () => orderUntilKilled(acknowledged))
  while (acknowledged.length < 20) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await shop.end('SIGTERM')).toBe(0)
  await Promise.all(clients)
  const { orders, ...left } = await stored()
  expect(orders).toEqual(expect.arrayContaining(acknowledged))
  expect(left).toEqual({ stock: opening - orders.length, ledger: opening - orders.length })
})

/** What is in the database when no shop is running. */
async function stored(): Promise<{ orders: string[]; stock: number; ledger: number }> {
  const engine = await openEmbedded(dataDir)
  const { rows } = await engine.db.execute<{ orders: string[]; stock: number; ledger: number }>(sql`
    select (select available from stock_level where tool_id = tool.id) as stock, (select sum(quantity)::int from stock_movement where tool_id = tool.id) as ledger,
      (select array_agg(id::text) from "order") as orders
    from tool where id = ${toolId}`)
  await engine.close()
  const [row] = rows
  if (!row) throw new Error('the tool is gone')
  return row
}
