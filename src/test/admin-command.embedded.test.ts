import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { auditEntries } from '#platform/audit/tables.ts'
import { listPublicKeys } from '#features/accounts/signing-keys.ts'
import { paymentEvents } from '#features/payments/tables.ts'
import { passkeys, sessions, twoFactors, users } from '#features/accounts/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { openEmbedded } from '#platform/db/embedded.ts'
import { runCommand } from '#testing/backups.ts'
import { mailMessages } from '#platform/mail/tables.ts'
import { makeUser } from '#testing/factories.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'admin-'))
const env = { DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: 'admin-secret' }
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const admin = (...args: string[]) => runCommand('admin', args, env)
async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const engine = await openEmbedded(dataDir)
  try {
    return await work(engine.db)
  } finally {
    await engine.close()
  }
}

// Each step stands on the one before it.
test('who runs the shop makes an admin, sends a link and finds stuck work', async () => {
  const { email } = await inDatabase((db) => makeUser(db))
  expect(await admin('make-admin', 'nobody@example.com')).toMatchObject({
    code: 1,
    output: expect.stringContaining('sign up'),
  })
  expect(await admin('make-admin', email)).toEqual({ code: 0, output: `${email} is an admin.\n` })
  await inDatabase(async (db) => {
    const [made] = await db.select({ role: users.role }).from(users).where(eq(users.email, email))
    expect(made?.role).toBe('admin')
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'user.made-admin'))
    expect(entries).toMatchObject([{ actorId: null, subjectLabel: email }])
  })

  expect(await admin('end-sessions', 'nobody@example.com')).toMatchObject({ code: 1 })
  expect(await inDatabase((db) => db.$count(sessions))).toBe(1)
  expect(await admin('end-sessions', email)).toEqual({ code: 0, output: `${email} is signed out on every device.\n` })
  await inDatabase(async (db) => {
    expect(await db.$count(sessions)).toBe(0)
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'account.sessions-ended'))
    expect(entries).toMatchObject([{ actorId: null, subjectLabel: email }])
  })
  expect(await admin('reset-second-factor', email)).toEqual({ code: 1, output: `${email} has none.\n` })
  await inDatabase(async (db) => {
    const [user] = await db.update(users).set({ twoFactorEnabled: true }).where(eq(users.email, email)).returning()
    const codes = { secret: 'unreadable', backupCodes: 'unreadable', verified: true }
    await db.insert(twoFactors).values({ userId: user?.id ?? '', ...codes })
    const passkey = { name: 'Lost', credentialID: 'x', publicKey: 'x', counter: 0, deviceType: 'x', backedUp: false }
    await db.insert(passkeys).values({ userId: user?.id ?? '', ...passkey })
  })
  const reset = `${email} has no one-time codes and no passkeys any more, and is signed out.\n`
  expect(await admin('reset-second-factor', email)).toEqual({ code: 0, output: reset })
  await inDatabase(async (db) => {
    expect([await db.$count(twoFactors), await db.$count(passkeys)]).toEqual([0, 0])
    const [user] = await db.select().from(users).where(eq(users.email, email))
    expect(user).toMatchObject({ twoFactorEnabled: false, role: 'admin' })
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'account.factor-reset'))
    expect(entries).toMatchObject([{ actorId: null, subjectLabel: email }])
    const mails = await db.select().from(mailMessages).where(eq(mailMessages.kind, 'second-factor'))
    expect(mails).toMatchObject([{ recipient: email }])
  })
  expect(await admin('rotate-keys')).toMatchObject({ code: 0, output: expect.stringContaining('a new key') })
  const rotated = await inDatabase(listPublicKeys)
  expect(rotated).toHaveLength(2)
  expect(await admin('revoke-keys')).toMatchObject({ code: 0, output: expect.stringContaining('No access token') })
  const [revoked, ...others] = await inDatabase(listPublicKeys)
  expect(others).toEqual([])
  expect(rotated).not.toContainEqual(revoked)

  await inDatabase(async (db) => {
    const payload = { id: 'evt_kept', type: 'customer.created', created: 1_750_000_000, data: { object: {} } }
    const at = new Date()
    await db
      .insert(paymentEvents)
      .values({ eventId: 'evt_kept', type: payload.type, payload, receivedAt: at, nextAt: at })
  })
  expect(await admin('replay-event', 'evt_none')).toEqual({
    code: 1,
    output: 'There is no such event, or it is kept no longer.\n',
  })
  const replayed = { code: 0, output: expect.stringContaining('evt_kept (customer.created) was dealt with') }
  expect(await admin('replay-event', 'evt_kept')).toMatchObject(replayed)
  await inDatabase(async (db) => {
    expect(await db.select().from(paymentEvents)).toMatchObject([{ handledAt: expect.any(Date), nextAt: null }])
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'payment.event-replayed'))
    expect(entries).toMatchObject([{ actorId: null, subjectId: 'evt_kept' }])
  })

  expect(await admin('reset-password', email)).toMatchObject({ code: 0, output: expect.stringContaining('on its way') })
  expect(await admin('stuck-jobs')).toEqual({ code: 0, output: 'Nothing is stuck.\n' })
  await inDatabase((db) => db.execute(sql`update jobs.job set start_after = now() - interval '16 minutes'`))
  expect(await admin('stuck-jobs')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^mail \S+: created, added /),
  })
}, 240_000)

test('what is no command is told what there is', async () => {
  for (const args of [['make-admin'], ['constructor']]) {
    expect(await admin(...args)).toMatchObject({
      code: 2,
      output: expect.stringContaining('npm run admin -- make-admin EMAIL'),
    })
  }
})
