import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openEmbedded } from '#platform/db/embedded.ts'
import { prepareData } from '#testing/prepared-data.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import { freePort, startProcess, type ShopProcess } from '#testing/process.ts'
import { startMailServer, type Received } from '#testing/smtp.ts'

const scratch = mkdtempSync(join(tmpdir(), 'killed-mail-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const running = new Set<ShopProcess>()
afterEach(async () => {
  for (const shop of running) await shop.end('SIGKILL')
  running.clear()
})

const soon = { timeout: 60_000, interval: 100 }

/** A shop on its own data, and a mail server that runs `onMessage` before it acknowledges a message. */
async function openShop(name: string, onMessage: (shop: ShopProcess, mail: Received) => Promise<void> | void) {
  let shop: ShopProcess | undefined
  const server = await startMailServer({ onMessage: (mail) => (shop ? onMessage(shop, mail) : undefined) })
  const dataDir = join(scratch, name)
  await prepareData(dataDir)
  const port = await freePort()
  const env = { DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: 'admin-secret', SMTP_URL: server.url }
  async function start(): Promise<ShopProcess> {
    shop = await startProcess(env, port)
    running.add(shop)
    return shop
  }
  async function kill(): Promise<void> {
    if (!shop) return
    await shop.end('SIGKILL')
    running.delete(shop)
  }
  return { server, dataDir, start, kill }
}

const signUp = ({ origin }: ShopProcess) =>
  fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ name: 'Nusrat', email: 'nusrat@example.com', password: 'first-secret' }),
  })

/** Moves a killed shop's data ahead by a minute: a process that died while sending a message no longer claims it. */
async function passMinute(dataDir: string): Promise<void> {
  const engine = await openEmbedded(dataDir)
  await engine.db.execute(
    sql`update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
  )
  await engine.db.update(mailMessages).set({ claimedUntil: sql`claimed_until - interval '1 minute'` })
  const boss = new PgBoss({ ...engine.queue, schema: 'jobs', supervise: false, schedule: false })
  await boss.start()
  await boss.supervise('mail')
  await boss.stop({ graceful: false })
  await engine.close()
}

async function stateIn(dataDir: string) {
  const engine = await openEmbedded(dataDir)
  const rows = await engine.db.select().from(mailMessages)
  await engine.close()
  return rows.map(({ state, attempts, content }) => ({ state, attempts, content }))
}

const idOf = ({ source }: Received) => /^Message-ID: (\S+)/im.exec(source)?.[1]

test('a message whose process is killed before the server has it is sent exactly once by the next process', async () => {
  let reached = 0
  const { server, dataDir, start, kill } = await openShop('before', () => {
    reached += 1
    return reached === 1 ? new Promise(() => {}) : undefined
  })
  expect((await signUp(await start())).status).toBe(200)
  await vi.waitFor(() => expect(reached).toBe(1), soon)
  await kill()
  await passMinute(dataDir)
  const after = await start()
  await vi.waitFor(() => expect(server.received).toHaveLength(1), soon)
  await after.end('SIGTERM')
  running.delete(after)
  expect(await stateIn(dataDir)).toEqual([{ state: 'sent', attempts: 2, content: null }])
  expect(server.received).toHaveLength(1)
  await server.stop()
})

test('a message whose process is killed before noting its delivery is sent at most once more, under the same ID', async () => {
  const { server, dataDir, start, kill } = await openShop('after', (shop) => {
    if (server.received.length === 0) shop.halt()
  })
  expect((await signUp(await start())).status).toBe(200)
  await vi.waitFor(() => expect(server.received).toHaveLength(1), soon)
  await kill()
  expect(await stateIn(dataDir)).toMatchObject([{ state: 'queued', attempts: 1 }])
  await passMinute(dataDir)
  const after = await start()
  await vi.waitFor(() => expect(server.received).toHaveLength(2), soon)
  await after.end('SIGTERM')
  running.delete(after)
  const [first, second] = server.received.map(idOf)
  expect(first).toMatch(/^<[\da-f-]{36}@/)
  expect(second).toBe(first)
  expect(await stateIn(dataDir)).toEqual([{ state: 'sent', attempts: 2, content: null }])
  await server.stop()
})
