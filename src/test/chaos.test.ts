import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runChaos } from '#testing/chaos/run.ts'
import { makeDatabase, type OwnDatabase } from '#testing/own-database.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

// `npm run test:chaos` runs a minute of this, with more faults.
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
  // A new database for each try: the provider of a retry knows nothing of payments in the first try.
  beforeEach(async () => {
    database = await makeDatabase(server)
  })
  afterEach(async () => {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('lose nothing acknowledged when killed, paused or cut off, and their books balance', async () => {
    const say = (line: string) => process.stdout.write(`  ${line}\n`)
    const env = { ...settings, DATABASE_URL: database.url }
    // Other tests keep the machine busy meanwhile: a limit of ten seconds would measure the machine.
    const patience = { answersWithin: 30_000, hearsWithin: 20_000 }
    const report = await runChaos({ env, admin, seconds: 15, every: 3, say, ...patience })
    const { answers, longestMs, acknowledged, faults, wrong } = report
    say(`answers: ${JSON.stringify(answers)}, the longest after ${longestMs} ms, orders: ${acknowledged.length}`)
    // As one text, since a failure message cuts a list short.
    expect(wrong.join('\n')).toBe('')
    expect(faults.length).toBeGreaterThanOrEqual(9)
    expect(acknowledged).not.toHaveLength(0)
  }, 200_000)
})
