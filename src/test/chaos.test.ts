import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runChaos } from '#testing/chaos/run.ts'
import { makeDatabase, type OwnDatabase } from '#testing/own-database.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

// `npm run test:chaos` has a minute of it, and more faults.
describe.runIf(server)('two web processes and a worker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'))
  const admin = { email: 'admin@wattwork.test', password: 'admin-secret' }
  let database: OwnDatabase
  const settings = {
    DATA_DIR: folder,
    AUTH_SECRET: 'x'.repeat(32),
    ADMIN_PASSWORD: admin.password,
    MAX_UNPAID_ORDERS: '1000000',
    MAX_HELD_SHARE: '1',
  }
  beforeAll(async () => {
    database = await makeDatabase(server)
  })
  afterAll(async () => {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('that are killed, stood still and cut off lose nothing that was acknowledged, and their books balance', async () => {
    const say = (line: string) => process.stdout.write(`  ${line}\n`)
    const env = { ...settings, DATABASE_URL: database.url }
    const report = await runChaos({ env, admin, seconds: 15, every: 3, say, hearsWithin: 20_000 })
    say(`answers: ${JSON.stringify(report.answers)}, orders: ${report.acknowledged.length}`)
    expect(report.wrong).toEqual([])
    expect(report.faults.length).toBeGreaterThanOrEqual(9)
    expect(report.acknowledged.length).toBeGreaterThan(3)
  }, 200_000)
})
