import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listPublicKeys } from '#features/accounts/signing-keys.ts'
import { passkeys, sessions, twoFactors, users } from '#features/accounts/tables.ts'
import { paymentEvents } from '#features/payments/tables.ts'
import { auditEntries } from '#platform/audit/tables.ts'
import type { Database, Engine } from '#platform/db/database.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import { runCommand } from '#testing/backups.ts'
import { makeUser } from '#testing/factories.ts'
import { makeDatabase, type OwnDatabase } from '#testing/own-database.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

describe.runIf(server)('the operator of the shop', () => {
  const folder = mkdtempSync(join(tmpdir(), 'admin-'))
  let database: OwnDatabase
  let engine: Engine
  let db: Database
  let isClosing = false
  beforeAll(async () => {
    database = await makeDatabase(server)
    engine = await openPostgres({ url: database.url, connections: 2 }, (error) => {
      // The pool does not wait for its sockets to close, so the database may be gone before them.
      if (!isClosing) throw error
    })
    db = engine.db
  })
  afterAll(async () => {
    isClosing = true
    await engine.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const settings = { SANDBOX: 'on', SEED: 'none', AUTH_SECRET: 'x'.repeat(32), ADMIN_PASSWORD: 'admin-secret' }
  const admin = (...args: string[]) =>
    runCommand('admin', args, { ...settings, DATABASE_URL: database.url, DATA_DIR: folder })
  const recorded = (action: string) =>
    db
      .select({ actorId: auditEntries.actorId, of: auditEntries.subjectLabel, id: auditEntries.subjectId })
      .from(auditEntries)
      .where(eq(auditEntries.action, action))

  test('makes a signed-up user an admin', async () => {
    const { email } = await makeUser(db)
    const nobody = await admin('make-admin', 'nobody@example.com')
    expect(nobody).toMatchObject({ code: 1, output: expect.stringContaining('sign up') })
    expect(await admin('make-admin', email)).toEqual({ code: 0, output: `${email} is an admin.\n` })
    const [made] = await db.select({ role: users.role }).from(users).where(eq(users.email, email))
    expect(made?.role).toBe('admin')
    expect(await recorded('user.made-admin')).toMatchObject([{ actorId: null, of: email }])
  })

  test('signs somebody out everywhere', async () => {
    const { id, email } = await makeUser(db)
    const own = eq(sessions.userId, id)
    expect(await admin('end-sessions', 'nobody@example.com')).toMatchObject({ code: 1 })
    expect(await db.$count(sessions, own)).toBe(1)
    expect(await admin('end-sessions', email)).toEqual({ code: 0, output: `${email} is signed out on every device.\n` })
    expect(await db.$count(sessions, own)).toBe(0)
    expect(await recorded('account.sessions-ended')).toMatchObject([{ actorId: null, of: email }])
  })

  test('removes a lost second factor, and its owner is told', async () => {
    const { id: userId, email } = await makeUser(db, { role: 'admin' })
    expect(await admin('reset-second-factor', email)).toEqual({
      code: 1,
      output: `${email} has no one-time codes or passkeys.\n`,
    })
    await db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId))
    await db.insert(twoFactors).values({ userId, secret: 'unreadable', backupCodes: 'unreadable', verified: true })
    const passkey = { name: 'Lost', credentialID: 'x', publicKey: 'x', counter: 0, deviceType: 'x', backedUp: false }
    await db.insert(passkeys).values({ userId, ...passkey })

    const output = `${email} no longer has one-time codes or passkeys, and is signed out.\n`
    expect(await admin('reset-second-factor', email)).toEqual({ code: 0, output })
    expect([await db.$count(twoFactors), await db.$count(passkeys)]).toEqual([0, 0])
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    expect(user).toMatchObject({ twoFactorEnabled: false, role: 'admin' })
    expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(0)
    expect(await recorded('account.factor-reset')).toMatchObject([{ actorId: null, of: email }])
    const mails = await db.select().from(mailMessages).where(eq(mailMessages.kind, 'second-factor'))
    expect(mails).toMatchObject([{ recipient: email }])
  })

  test('renews the access token key, with or without keeping the old one', async () => {
    expect(await admin('rotate-keys')).toMatchObject({ code: 0, output: expect.stringContaining('a new key') })
    const rotated = await listPublicKeys(db)
    expect(rotated).toHaveLength(2)
    expect(await admin('revoke-keys')).toMatchObject({ code: 0, output: expect.stringContaining('no longer valid') })
    const [revoked, ...others] = await listPublicKeys(db)
    expect(others).toEqual([])
    expect(rotated).not.toContainEqual(revoked)
  })

  test('replays a stored payment event', async () => {
    const payload = { id: 'evt_kept', type: 'customer.created', created: 1_750_000_000, data: { object: {} } }
    const times = { receivedAt: new Date(), nextAt: new Date() }
    await db.insert(paymentEvents).values({ eventId: payload.id, type: payload.type, payload, ...times })
    expect(await admin('replay-event', 'evt_none')).toEqual({
      code: 1,
      output: 'There is no such event, or it is no longer kept.\n',
    })
    const replayed = { code: 0, output: expect.stringContaining('evt_kept (customer.created) was handled') }
    expect(await admin('replay-event', 'evt_kept')).toMatchObject(replayed)
    expect(await db.select().from(paymentEvents)).toMatchObject([{ handledAt: expect.any(Date), nextAt: null }])
    expect(await recorded('payment.event-replayed')).toMatchObject([{ actorId: null, id: 'evt_kept' }])
  })

  test('sends a password reset link and finds stuck jobs', async () => {
    const { email } = await makeUser(db)
    const sent = await admin('reset-password', email)
    expect(sent).toMatchObject({ code: 0, output: expect.stringContaining('on its way') })
    expect(await admin('stuck-jobs')).toEqual({ code: 0, output: 'Nothing is stuck.\n' })
    await db.execute(sql`update jobs.job set start_after = now() - interval '16 minutes'`)
    expect(await admin('stuck-jobs')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^mail \S+: created, added /),
    })
  })
})
