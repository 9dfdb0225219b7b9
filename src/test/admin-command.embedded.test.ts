import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listPublicKeys } from '#features/accounts/signing-keys.ts'
import { users } from '#features/accounts/tables.ts'
import type { Database } from '#platform/db/database.ts'
import { openEmbedded } from '#platform/db/embedded.ts'
import { prepareData } from '#testing/prepared-data.ts'
import { runCommand } from '#testing/backups.ts'
import { makeUser } from '#testing/factories.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'admin-'))
const env = { DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: 'admin-secret' }
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
await prepareData(dataDir)

const admin = (...args: string[]) => runCommand('admin', args, env)
async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const engine = await openEmbedded(dataDir)
  try {
    return await work(engine.db)
  } finally {
    await engine.close()
  }
}

// What each command does is tested in admin-command.test.ts, where opening the database takes less than a second.
test('commands work on the embedded database too, with and without the whole shop', async () => {
  const { email } = await inDatabase((db) => makeUser(db))
  expect(await admin('make-admin', email)).toEqual({ code: 0, output: `${email} is an admin.\n` })
  expect(await admin('rotate-keys')).toMatchObject({ code: 0, output: expect.stringContaining('a new key') })
  await inDatabase(async (db) => {
    const [made] = await db.select({ role: users.role }).from(users).where(eq(users.email, email))
    expect(made?.role).toBe('admin')
    expect(await listPublicKeys(db)).toHaveLength(2)
  })
})

test('an invalid command shows the usage', async () => {
  for (const args of [['make-admin'], ['constructor']]) {
    expect(await admin(...args)).toMatchObject({
      code: 2,
      output: expect.stringContaining('npm run admin -- make-admin EMAIL'),
    })
  }
})
