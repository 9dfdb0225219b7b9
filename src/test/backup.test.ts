import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { missingIn, runCommand, sellIn } from '#testing/backups.ts'
import { makeDatabase, type OwnDatabase } from '#testing/own-database.ts'
import { freePort, startProcess } from '#testing/process.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

describe.runIf(server)('a server backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'))
  const file = join(folder, 'shop.backup')
  const admin = { email: 'admin@wattwork.test', password: 'admin-secret' }
  let databases: OwnDatabase[]
  const settings = ({ url }: OwnDatabase): Record<string, string> => ({
    DATABASE_URL: url,
    DATA_DIR: folder,
    AUTH_SECRET: 'x'.repeat(32),
    ADMIN_PASSWORD: admin.password,
    MAX_UNPAID_ORDERS: '1000000',
    MAX_HELD_SHARE: '1',
  })
  let here: Record<string, string>
  let there: Record<string, string>
  beforeAll(async () => {
    const [one, other] = [await makeDatabase(server), await makeDatabase(server)]
    databases = [one, other]
    here = settings(one)
    there = settings(other)
  })
  afterAll(async () => {
    for (const database of databases) await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('taken during sales restores a shop with balanced books and every acknowledged order', async () => {
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
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('add --replace to delete them') })
    const second = await startProcess(there, await freePort())
    expect(await missingIn(second, admin, acknowledged)).toEqual([])
    await second.end('SIGTERM')
    expect(await runCommand('restore', [file, '--replace'], there)).toMatchObject({ code: 0 })

    // No data folder is used here, whose setup would restrict access: the backup must be private anyway.
    const folderless = { ...there, DATA_DIR: join(folder, 'none'), SMTP_URL: 'smtp://127.0.0.1' }
    const again = join(folder, 'again.backup')
    expect(await runCommand('backup', [again], folderless)).toMatchObject({ code: 0 })
    expect(statSync(again).mode & 0o777).toBe(0o600)

    const client = new pg.Client({ connectionString: there['DATABASE_URL'] })
    await client.connect()
    await client.query('update stock_level set available = available + 1')
    await client.end()
    const wrong = await runCommand('admin', ['balance'], there)
    expect(wrong).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Does not hold: stock is .*\n  product A fan: \d+ in stock, \d+ moved\n/),
    })
    expect(wrong.output).toContain('1 of 8 rules do not hold.')
  }, 300_000)
})
