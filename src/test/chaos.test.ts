import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
  // One for each try: a second one knows nothing of what the first one's provider took.
  beforeEach(async () => {
    database = await makeDatabase(server)
  })
  afterEach(async () => {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('that are killed, stood still and cut off lose nothing that was acknowledged, and their books balance', async () => {
    const say = (line: string) => process.stdout.write(`  ${line}\n`)
    const env = { ...settings, DATABASE_URL: database.url }
    // Other tests keep the machine busy meanwhile: what ten seconds would say of is the machine.
    const patience = { answersWithin: 30_000, hearsWithin: 20_000 }
    const report = await runChaos({ env, admin, seconds: 15, every: 3, say, ...patience })
    const { answers, longestMs, acknowledged, faults, wrong } = report
    say(`answers: ${JSON.stringify(answers)}, the longest after ${longestMs} ms, orders: ${acknowledged.length}`)
    // As a text, since a list is cut short where a failure is told.
    expect(wrong.join('\n')).toBe('')
    expect(faults.length).toBeGreaterThanOrEqual(9)
    expect(acknowledged).not.toHaveLength(0)
  }, 200_000)
})
