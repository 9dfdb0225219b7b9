import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Engine } from '#platform/db/database.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { startMailServer } from '#testing/smtp.ts'
import { createMailer } from './mailer.ts'
import type { Mail } from './message.ts'
import { mailQueue, sendThrough } from './queue.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

const mail: Mail = { to: 'nusrat@example.com', subject: 'Kept', paragraphs: ['This message waits.'] }
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn(), flush: vi.fn() }

function openQueue(smtpUrl: string) {
  const mailer = createMailer({
    smtpUrl,
    from: 'orders@shop.example',
    sender: { name: 'The Works', address: [] },
    outboxDir: 'unused',
  })
  const jobs = createJobs(engine, [{ ...mailQueue(mailer), firstPauseSeconds: 1 }], { log, works: true })
  return { jobs, send: sendThrough(jobs, engine.db) }
}

test('a message survives a server that is away, one that refuses it, and a restart of the shop', async () => {
  const away = await startMailServer()
  await away.stop()
  const before = openQueue(away.url)
  await before.jobs.run([])
  await before.send(mail)
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledWith('mail failed', expect.anything()), { timeout: 10_000 })
  await before.jobs.stop()

  const back = await startMailServer({ refusals: 1, port: away.port })
  const after = openQueue(back.url)
  await after.jobs.run([])
  await vi.waitFor(() => expect(back.received).toHaveLength(1), { timeout: 15_000, interval: 100 })
  await after.jobs.stop()
  await back.stop()
  expect(back.received[0]).toMatchObject({ to: ['nusrat@example.com'] })
  expect(log.error.mock.calls.filter(([message]) => message === 'mail failed').length).toBeGreaterThanOrEqual(2)
})

test('a message that nobody sends yet is kept by a shop that only adds', async () => {
  const server = await startMailServer()
  const adding = openQueue(server.url)
  await adding.send({ ...mail, subject: 'Added before the work began' })
  await adding.jobs.stop()
  const working = openQueue(server.url)
  await working.jobs.run([])
  await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 10_000, interval: 100 })
  await working.jobs.stop()
  await server.stop()
})
