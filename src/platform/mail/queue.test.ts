import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction, type Engine } from '#platform/db/database.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createJobs, type Jobs, type Queue } from '#platform/jobs/jobs.ts'
import { createTestClock } from '#testing/clock.ts'
import { smtpReply, startMailServer } from '#testing/smtp.ts'
import { createMailer } from './mailer.ts'
import type { Mail } from './message.ts'
import { mailQueue, mailThrough } from './queue.ts'
import { giveUp } from './store.ts'
import { mailMessages } from './tables.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

const mail: Mail = { to: 'nusrat@example.com', subject: 'Kept', paragraphs: ['This message waits.'] }
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn(), flush: vi.fn() }
const soon = { timeout: 15_000, interval: 50 }

const opened: Jobs[] = []
type Server = Awaited<ReturnType<typeof startMailServer>>
const servers: Server[] = []
const serve = async (...behaviour: Parameters<typeof startMailServer>) => {
  const server = await startMailServer(...behaviour)
  servers.push(server)
  return server
}
let clock = createTestClock()
beforeEach(async () => {
  clock = createTestClock()
  vi.clearAllMocks()
  await engine.db.delete(mailMessages)
})
afterEach(async () => {
  // Servers first, so that whatever hangs on one ends before the next test.
  for (const server of servers.splice(0)) await server.stop()
  for (const jobs of opened.splice(0)) await jobs.stop()
})

function openQueue({ url }: { url: string }, changes: Partial<Queue> = {}, notePauseMs?: number) {
  const sender = { name: 'The Works', address: [] }
  const mailer = createMailer({ smtpUrl: url, from: 'orders@shop.example', sender, outboxDir: 'unused' })
  const queue = { ...mailQueue({ mailer, db: engine.db, clock, log, notePauseMs }), firstPauseSeconds: 1, ...changes }
  const jobs = createJobs(engine, [queue], { log, works: true })
  opened.push(jobs)
  return { jobs, ...mailThrough({ jobs, db: engine.db, clock }) }
}

const kind = 'order-shipped'
const stop = async (jobs: Jobs) => {
  opened.splice(opened.indexOf(jobs), 1)
  await jobs.stop()
}
const rows = () => engine.db.select().from(mailMessages).orderBy(mailMessages.id)
const states = async () => (await rows()).map(({ state }) => state)
const settled = (...expected: string[]) => vi.waitFor(async () => expect(await states()).toEqual(expected), soon)
const failures = () => log.error.mock.calls.filter(([message]) => message === 'mail failed').length
const idsIn = (server: Server) => server.received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]?.trim())

test('a message survives an unreachable server, a refusal and a restart of the shop', async () => {
  const away = await startMailServer()
  await away.stop()
  const before = openQueue(away)
  await before.jobs.run([])
  await before.sendMail(mail, { kind })
  await vi.waitFor(() => expect(failures()).toBe(1), soon)
  expect((await rows())[0]).toMatchObject({
    state: 'queued',
    attempts: 1,
    lastError: expect.stringMatching(/^The mail server could not be reached.* \(E\w+\)\.$/),
  })
  await stop(before.jobs)

  const back = await serve({ refusals: 1, port: away.port })
  const after = openQueue(back)
  await after.jobs.run([])
  await settled('sent')
  expect(back.received).toMatchObject([{ to: ['nusrat@example.com'] }])
  expect(failures()).toBeGreaterThanOrEqual(2)
  expect((await rows())[0]).toMatchObject({ lastError: null, sentAt: clock.now(), content: mail })
})

test('a message deferred by the server is retried, and the reason is recorded', async () => {
  const server = await serve({ refusals: 1 })
  const { jobs, sendMail } = openQueue(server, { firstPauseSeconds: 2 })
  await jobs.run([])
  await sendMail(mail, { kind })
  await vi.waitFor(() => expect(failures()).toBe(1), soon)
  expect((await rows())[0]?.lastError).toBe('The mail server asked to try later: 451 try again later')
  await settled('sent')
  expect(server.received).toHaveLength(1)
  expect((await rows())[0]?.attempts).toBe(2)
})

test('a message is kept by a shop that only adds, until another one sends it', async () => {
  const server = await serve()
  const adding = openQueue(server)
  await adding.sendMail({ ...mail, subject: 'Added before the work began' }, { kind })
  await stop(adding.jobs)
  await openQueue(server).jobs.run([])
  await settled('sent')
  expect(server.received).toHaveLength(1)
})

test('one event sends one message, and an undone one sends none', async () => {
  const server = await serve()
  const { jobs, sendMail } = openQueue(server)
  await jobs.run([])
  const letter = { kind, event: 'order-event:1', about: 'order:1' }
  const undone = inTransaction(engine.db, async (tx) => {
    await sendMail({ ...mail, subject: 'Undone' }, letter, tx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await inTransaction(engine.db, async (tx) => {
    await sendMail(mail, letter, tx)
    await sendMail(mail, letter, tx)
  })
  await Promise.all([sendMail(mail, letter), sendMail(mail, letter)])
  await sendMail({ ...mail, subject: 'Another' }, { kind, event: 'order-event:2' })
  await settled('sent', 'sent')
  await sendMail(mail, letter)
  expect(server.received).toHaveLength(2)
  expect(await rows()).toMatchObject([{ event: 'order-event:1', about: 'order:1', kind }, { event: 'order-event:2' }])
})

test('a permanent refusal fails at once, and the message can be sent again under the same id', async () => {
  let isThere = false
  const server = await serve({
    onRecipient: () => {
      if (!isThere) throw smtpReply(550, '5.1.1 No such user here')
    },
  })
  const { jobs, sendMail, sendMailsAgain } = openQueue(server)
  await jobs.run([])
  await sendMail(mail, { kind })
  await settled('failed')
  const [failed] = await rows()
  expect(failed).toMatchObject({
    attempts: 1,
    failedAt: clock.now(),
    lastError: 'The mail server refused it: 550 5.1.1 No such user here',
  })
  const id = failed?.id ?? ''
  isThere = true
  await inTransaction(engine.db, async (tx) => {
    expect(await sendMailsAgain(tx, [id])).toEqual([id])
    expect(await sendMailsAgain(tx, [id])).toEqual([])
  })
  await settled('sent')
  expect(idsIn(server)).toEqual([`<${id}@shop.example>`])
  expect(await sendMailsAgain(engine.db, [id])).toEqual([])
})

test('a message whose tries are used up is failed, with the last reason', async () => {
  const server = await serve({ refusals: 100 })
  const { jobs, sendMail } = openQueue(server, { retries: 1 })
  await jobs.run([])
  await sendMail(mail, { kind })
  await settled('failed')
  expect((await rows())[0]).toMatchObject({ attempts: 2, lastError: expect.stringContaining('451'), content: mail })
})

test('a server that stops answering for one domain delays that domain only', async () => {
  const server = await serve({
    onMessage: ({ to: [to] }) => (to?.endsWith('@hangs.example') ? new Promise(() => {}) : undefined),
  })
  const { jobs, sendMail } = openQueue(server)
  for (let n = 0; n < 30; n++) await sendMail({ ...mail, to: `buyer${n}@hangs.example` }, { kind })
  for (let n = 0; n < 30; n++) await sendMail({ ...mail, to: `buyer${n}@answers.example` }, { kind })
  await jobs.run([])
  await vi.waitFor(() => expect(server.received).toHaveLength(30), soon)
  const inHand = (await rows()).filter(
    ({ recipient, attempts }) => recipient.endsWith('@hangs.example') && attempts > 0,
  )
  expect(inHand.length).toBeLessThanOrEqual(3)
})

test.each([
  ['at first', { notePauseMs: 500, failed: 0 }],
  ['for as long as the process retried', { notePauseMs: 1, failed: 1 }],
])(
  'a delivered message is not sent twice when the database could not be told %s',
  async (_when, { notePauseMs, failed }) => {
    const server = await serve()
    const { jobs, sendMail } = openQueue(server, {}, notePauseMs)
    await engine.db.execute(sql`alter table mail_message add constraint stuck check (state <> 'sent')`)
    await jobs.run([])
    await sendMail(mail, { kind })
    await vi.waitFor(() => expect(failures()).toBe(failed), soon)
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), soon)
    await engine.db.execute(sql`alter table mail_message drop constraint stuck`)
    await settled('sent')
    expect(failures()).toBe(failed)
    expect(server.received).toHaveLength(1)
  },
)

test('a message claimed by another process is left to it, and checked again later', async () => {
  const server = await serve()
  const { jobs, sendMail } = openQueue(server)
  await sendMail(mail, { kind })
  const claimedUntil = new Date(clock.now().getTime() + 1000)
  await engine.db.update(mailMessages).set({ claimedUntil })
  await jobs.run([])
  await vi.waitFor(() => expect(failures()).toBe(1), soon)
  expect((await rows())[0]?.attempts).toBe(0)
  clock.advance({ seconds: 1 })
  await settled('sent')
  expect(server.received).toHaveLength(1)
})

test('a message given up in transit counts as sent once delivered, and is not sent again before', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const server = await serve({ onMessage: () => held })
  const { jobs, sendMail, sendMailsAgain } = openQueue(server)
  await jobs.run([])
  await sendMail(mail, { kind })
  await vi.waitFor(async () => expect((await rows())[0]?.attempts).toBe(1), soon)
  await giveUp(engine.db, (await rows())[0]?.id ?? '', clock.now())
  expect(await sendMailsAgain(engine.db, [(await rows())[0]?.id ?? ''])).toEqual([])
  letGo()
  await settled('sent')
  expect((await rows())[0]).toMatchObject({ failedAt: null, claimedUntil: null })
})

test('a sent message is not sent again, whatever the queue repeats', async () => {
  const server = await serve()
  const { jobs, sendMail } = openQueue(server)
  await jobs.run([])
  await sendMail(mail, { kind })
  await settled('sent')
  const [row] = await rows()
  await jobs.add(engine.db, 'mail', [{ data: { id: row?.id } }])
  await sendMail({ ...mail, subject: 'Behind it' }, { kind })
  await settled('sent', 'sent')
  expect(server.received).toHaveLength(2)
})

test('a link that opens an account is deleted once sent, and not sent once expired', async () => {
  const server = await serve()
  const { jobs, sendMail } = openQueue(server)
  const account = { ...mail, action: { label: 'Set', url: 'https://shop.example/resetpassword#token=abc' } }
  const expiresAt = new Date(clock.now().getTime() + 3_600_000)
  await sendMail(account, { kind: 'reset-password', expiresAt })
  await jobs.run([])
  await settled('sent')
  expect((await rows())[0]?.content).toBeNull()
  const kept = engine.db.update(mailMessages).set({ content: account })
  await expect(kept).rejects.toMatchObject({ cause: { code: '23514' } })
  await stop(jobs)

  const late = openQueue(server)
  await late.sendMail(account, { kind: 'reset-password', expiresAt })
  clock.advance({ hours: 1 })
  await late.jobs.run([])
  await settled('sent', 'failed')
  const [, ended] = await rows()
  expect(ended).toMatchObject({
    attempts: 0,
    content: null,
    lastError: 'Its link expired before it could be sent.',
  })
  expect(await late.sendMailsAgain(engine.db, [ended?.id ?? ''])).toEqual([])
  expect(server.received).toHaveLength(1)
})
