import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Tool } from '#features/catalogue/schema.ts'
import { makeDatabase, type OwnDatabase } from '#testing/own-database.ts'
import { adminHeaders, beginProcess, freePort, startProcess, startWorker, type ShopProcess } from '#testing/process.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

describe.runIf(server)('two processes on one server', { shuffle: false }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'two-'))
  const admin = { email: 'admin@wattwork.test', password: 'admin-secret' }
  let database: OwnDatabase
  let env: Record<string, string>
  let here: ShopProcess
  let there: ShopProcess
  let headers: Record<string, string>
  let tool: Tool
  beforeAll(async () => {
    database = await makeDatabase(server)
    env = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      AUTH_SECRET: 'x'.repeat(32),
      ADMIN_PASSWORD: admin.password,
      WORKER: 'off',
    }
    const ports = [await freePort(), await freePort()]
    ;[here, there] = await Promise.all([startProcess(env, ports[0] ?? 0), startProcess(env, ports[1] ?? 0)])
    headers = await adminHeaders(here.origin, admin)
    tool = Tool.parse(await change('POST', '', { name: 'A fan', description: 'A fan.', price: 5, img: '/x.webp' }))
  })
  afterAll(async () => {
    for (const each of [here, there]) await each.end('SIGTERM')
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function change(method: string, path: string, body: object): Promise<unknown> {
    const answer = await fetch(`${here.origin}/api/tool${path}`, { method, body: JSON.stringify(body), headers })
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
    return answer.json()
  }
  const rename = async (to: string) => {
    tool = Tool.parse(await change('PATCH', `/${tool._id}`, { name: to, version: tool.version }))
  }
  /** The names in a list and on a page of the other process. */
  async function seenThere(): Promise<string[]> {
    const list = z.array(Tool).parse(await (await fetch(`${there.origin}/api/tool`)).json())
    const page = await (await fetch(`${there.origin}/tool/${tool._id}`)).text()
    return [list.map((each) => each.name).join(), /<h1[^>]*>([^<]+)</.exec(page)?.[1] ?? '']
  }
  const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1_000))

  test('show each other’s changes within a second', async () => {
    expect(await seenThere()).toEqual(['A fan', 'A fan'])
    await rename('A quiet fan')
    await aSecond()
    expect(await seenThere()).toEqual(['A quiet fan', 'A quiet fan'])
  })

  test('still do so after all connections were cut', async () => {
    await database.cut()
    // Until the process has noticed, a call gets a connection that was cut.
    await vi.waitUntil(async () => (await fetch(`${here.origin}/healthz`)).ok, { timeout: 10_000, interval: 50 })
    await rename('A fast fan')
    await aSecond()
    expect(await seenThere()).toEqual(['A fast fan', 'A fast fan'])
  })

  test('send staff connected to one of them the changes made through the other', async () => {
    const over = new AbortController()
    // Here each process has its own public address, and so its own tokens.
    const reader = await adminHeaders(there.origin, admin)
    const stream = await fetch(`${there.origin}/api/staff/changes`, { headers: reader, signal: over.signal })
    const decoder = new TextDecoder()
    let heard = ''
    const hear = async (what: string) => {
      for await (const chunk of stream.body?.values({ preventCancel: true }) ?? []) {
        heard += decoder.decode(chunk, { stream: true })
        if (heard.includes(what)) return
      }
    }
    // By then the stream has announced the current state.
    await hear('data: ["orders","quotes","mails"]')
    const quote = {
      name: 'Rafiq Uddin',
      email: 'rafiq@example.com',
      phone: '+880 1711 000000',
      productName: 'A fast fan',
      price: 4,
      quantity: 500,
    }
    const asked = await fetch(`${here.origin}/api/quote`, { method: 'POST', body: JSON.stringify(quote), headers })
    expect(asked.status, await asked.text()).toBe(201)
    await hear('data: ["quotes"]')
    over.abort()
    expect(heard).toContain('data: ["quotes"]')
  })

  test('leave background work to a third process that does nothing else', async () => {
    const query = async (text: string) => {
      const own = new pg.Client({ connectionString: env.DATABASE_URL })
      await own.connect()
      const { rows } = await own.query(text)
      await own.end()
      return rows
    }
    const schedules = () => query(`select exists (select from jobs.schedule) as "isThere"`)
    expect(await schedules()).toEqual([{ isThere: false }])
    const worker = await startWorker({ ...env, WORKER: 'only' })
    expect(worker.output()).toContain('only background work')
    expect(await schedules()).toEqual([{ isThere: true }])
    // A process that only answers notifies it of work after an order: otherwise its own check, once a minute, would find it.
    const delivery = { address: 'Plot 9, Mirpur, Dhaka', phone: '+880 1711 000000' }
    const ordered = { toolId: tool._id, orderQuantity: 1, totalAmount: 5, ...delivery }
    await change('PATCH', `/${tool._id}`, { available_quantity: 10 })
    const placed = await fetch(`${here.origin}/api/order`, { method: 'POST', body: JSON.stringify(ordered), headers })
    expect(placed.status, await placed.text()).toBe(201)
    const untold = `select from order_event where told_at is null`
    await vi.waitUntil(async () => (await query(untold)).length === 0, { timeout: 20_000, interval: 50 })
    expect(await worker.end('SIGTERM')).toBe(0)
  })

  test('are alive but not ready while starting, and no longer ready once told to stop', async () => {
    // As if another starting process held the lock: this one waits before it looks at the schema.
    const holder = new pg.Client({ connectionString: env['DATABASE_URL'] })
    await holder.connect()
    await holder.query('select pg_advisory_lock(7267001)')
    const opening = beginProcess({ ...env, DRAIN_SECONDS: '1' }, await freePort())
    const status = (path: string) =>
      fetch(`${opening.origin}${path}`).then(
        (answer) => answer.status,
        () => undefined,
      )
    await vi.waitUntil(async () => (await status('/livez')) === 200, { timeout: 20_000, interval: 50 })
    expect([await status('/readyz'), await status('/'), await status('/healthz')]).toEqual([503, 503, 503])
    await holder.end()
    const opened = await opening.opened()
    expect([await status('/livez'), await status('/readyz'), await status('/')]).toEqual([200, 200, 200])

    const ended = opened.end('SIGTERM')
    await vi.waitUntil(async () => (await status('/readyz')) === 503, { timeout: 900, interval: 20 })
    expect([await status('/livez'), await status('/')]).toEqual([200, 200])
    expect(await ended).toBe(0)
  })
})
