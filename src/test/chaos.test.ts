import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '#testing/backups.ts'
import { runChaos } from '#testing/chaos.ts'

const server = process.env.TEST_DATABASE_URL ?? ''
/** `npm run test:chaos` has a minute of it. */
const seconds = Number(process.env.CHAOS_SECONDS ?? 15)

describe.runIf(server)('two web processes and a worker', () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'))
  const admin = { email: 'admin@wattwork.test', password: 'admin-secret' }
  const operator = new pg.Client({ connectionString: server })
  const env = {
    DATABASE_URL: Object.assign(new URL(server || 'postgres://none'), { pathname: `/${name}` }).href,
    DATA_DIR: folder,
    AUTH_SECRET: 'x'.repeat(32),
    ADMIN_PASSWORD: admin.password,
    MAX_UNPAID_ORDERS: '1000000',
    MAX_HELD_SHARE: '1',
  }
  beforeAll(async () => {
    await operator.connect()
    await operator.query(`CREATE DATABASE ${name}`)
  })
  afterAll(async () => {
    await operator.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await operator.end()
    rmSync(folder, { recursive: true, force: true })
  })

  test(
    'that are killed, stood still and cut off lose nothing that was acknowledged, and their books balance',
    async () => {
      const every = Math.max(3, Math.round(seconds / 12))
      const report = await runChaos({ env, admin, seconds, every, say: (line) => process.stdout.write(`  ${line}\n`) })
      process.stdout.write(`  answers: ${JSON.stringify(report.answers)}, orders: ${report.acknowledged.length}\n`)
      expect(report.wrong).toEqual([])
      expect(report.afterwards).toEqual([])
      expect(report.faults.length).toBeGreaterThanOrEqual(3)
      expect(report.acknowledged.length).toBeGreaterThan(10)
      expect(new Set(report.acknowledged).size).toBe(report.acknowledged.length)
      const client = new pg.Client({ connectionString: env.DATABASE_URL })
      await client.connect()
      const { rows } = await client.query(
        'select id from unnest($1::uuid[]) id where id not in (select id from "order")',
        [report.acknowledged],
      )
      await client.end()
      expect(rows).toEqual([])
      expect(await runCommand('admin', ['balance'], env)).toEqual({ code: 0, output: 'The books balance (8 rules).\n' })
    },
    (seconds + 90) * 1000,
  )
})
