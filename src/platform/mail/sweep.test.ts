import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '#platform/db/database.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts'
import { createTestClock } from '#testing/clock.ts'
import { testLog } from '#testing/log.ts'
import { createMailer } from './mailer.ts'
import { mailQueue, mailTasks, mailThrough } from './queue.ts'
import { mailMessages } from './tables.ts'

const clock = createTestClock()
const mail = { to: 'nusrat@example.com', paragraphs: ['This message waits.'] }
const kind = 'order-shipped'
let engine: Engine
let jobs: Jobs
beforeAll(async () => {
  engine = await openTestDatabase()
  const sender = { name: 'The Works', address: [] }
  const mailer = createMailer({
    from: 'orders@shop.example',
    sender,
    outboxDir: 'unused',
    smtpUrl: 'smtp://127.0.0.1:9',
  })
  jobs = createJobs(engine, [mailQueue({ mailer, db: engine.db, clock, log: testLog })], { log: testLog, works: false })
})
afterAll(async () => {
  await jobs.stop()
  await engine.close()
})

test('the sweep fails messages that expired or waited two days, and deletes old contents', async () => {
  const { sendMail } = mailThrough({ jobs, db: engine.db, clock })
  const [task] = mailTasks(engine.db, clock)
  const hour = new Date(clock.now().getTime() + 3_600_000)
  await sendMail({ ...mail, subject: 'A link' }, { kind, expiresAt: hour })
  await sendMail({ ...mail, subject: 'A refused link' }, { kind, expiresAt: hour })
  await sendMail({ ...mail, subject: 'No link' }, { kind })
  await sendMail({ ...mail, subject: 'Sent' }, { kind })
  const set = (subject: string, changes: object) =>
    engine.db.update(mailMessages).set(changes).where(eq(mailMessages.subject, subject))
  await set('A refused link', { state: 'failed', lastError: 'Refused.' })
  await set('Sent', { state: 'sent' })
  const told = async () =>
    (await engine.db.select().from(mailMessages).orderBy(mailMessages.id)).map(
      ({ state, lastError, content }) => [state, lastError, content !== null] as const,
    )
  const ended = 'Its link expired before it could be sent.'

  clock.advance({ seconds: 3599 })
  await task?.run()
  expect((await told()).map(([state]) => state)).toEqual(['queued', 'failed', 'queued', 'sent'])
  clock.advance({ seconds: 1 })
  await task?.run()
  expect(await told()).toEqual([
    ['failed', ended, false],
    ['failed', 'Refused.', false],
    ['queued', null, true],
    ['sent', null, true],
  ])
  clock.advance({ hours: 47 })
  await task?.run()
  expect((await told()).slice(2)).toEqual([
    ['failed', 'It could not be sent for two days.', true],
    ['sent', null, true],
  ])
  clock.advance({ hours: 88 * 24 })
  await task?.run()
  expect((await told()).slice(2).map(([, , kept]) => kept)).toEqual([false, false])
})
