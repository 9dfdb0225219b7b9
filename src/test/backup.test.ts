import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { missingIn, runCommand, sellIn } from '#testing/backups.ts'
import { freePort, startProcess } from '#testing/process.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

describe.runIf(server)('a backup of a server', () => {
  const names = ['here', 'there'].map((word) => `test_${word}_${randomUUID().replaceAll('-', '')}`)
  const folder = mkdtempSync(join(tmpdir(), 'backup-'))
  const file = join(folder, 'shop.backup')
  const admin = { email: 'admin@wattwork.test', password: 'admin-secret' }
  const operator = new pg.Client({ connectionString: server })
  const settings = (name = ''): Record<string, string> => ({
    DATABASE_URL: Object.assign(new URL(server || 'postgres://none'), { pathname: `/${name}` }).href,
    DATA_DIR: folder,
    AUTH_SECRET: 'x'.repeat(32),
    ADMIN_PASSWORD: admin.password,
    MAX_UNPAID_ORDERS: '1000000',
    MAX_HELD_SHARE: '1',
  })
  const [here, there] = [settings(names[0]), settings(names[1])]
  beforeAll(async () => {
    await operator.connect()
    for (const name of names) await operator.query(`CREATE DATABASE ${name}`)
  })
  afterAll(async () => {
    for (const name of names) await operator.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await operator.end()
    rmSync(folder, { recursive: true, force: true })
  })

  test('that is taken while the shop sells is a shop whose books balance, with all that was acknowledged', async () => {
    const shop = await startProcess(here, await freePort())
    const selling = await sellIn(shop, admin)
    await vi.waitUntil(() => selling.placed.length > 20, { timeout: 20_000 })
    const acknowledged = [...selling.placed]
    expect(await runCommand('backup', [file], here)).toEqual({ code: 0, output: `The backup is in ${file}.\n` })
    await selling.stop()
    await shop.end('SIGTERM')

    const restored = await runCommand('restore', [file], there)
    expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/is restored\.\nThe books balance/) })
    const refused = await runCommand('restore', [file], there)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('add --replace to lose them') })
    const second = await startProcess(there, await freePort())
    expect(await missingIn(second, admin, acknowledged)).toEqual([])
    await second.end('SIGTERM')
    expect(await runCommand('restore', [file, '--replace'], there)).toMatchObject({ code: 0 })

    const client = new pg.Client({ connectionString: there['DATABASE_URL'] })
    await client.connect()
    await client.query('update stock_level set available = available + 1')
    await client.end()
    const wrong = await runCommand('admin', ['balance'], there)
    expect(wrong).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Not so: stock is .*\n  product A fan: \d+ in stock, \d+ moved\n/),
    })
    expect(wrong.output).toContain('1 of 8 rules do not hold.')
  }, 120_000)
})
