import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { prepareData } from '#testing/prepared-data.ts'
import { missingIn, runCommand, sellIn } from '#testing/backups.ts'
import { freePort, startProcess } from '#testing/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-'))
const admin = { email: 'admin@wattwork.test', password: 'admin-secret' }
const common = { SEED: 'none', ADMIN_PASSWORD: admin.password, MAX_UNPAID_ORDERS: '1000000', MAX_HELD_SHARE: '1' }
const here = { ...common, DATA_DIR: join(folder, 'here') }
const there = { ...common, DATA_DIR: join(folder, 'there') }
const file = join(folder, 'shop.backup')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
await prepareData(here.DATA_DIR)

test('a backup taken during sales restores a shop with balanced books and every acknowledged order', async () => {
  const shop = await startProcess(here, await freePort())
  const selling = await sellIn(shop, admin)
  await vi.waitUntil(() => selling.placed.length > 20, { timeout: 20_000 })
  const acknowledged = [...selling.placed]
  expect(await runCommand('backup', [file], here)).toEqual({ code: 0, output: `The backup is in ${file}.\n` })
  const meanwhile = selling.placed.length
  await selling.stop()
  expect(meanwhile).toBeGreaterThan(acknowledged.length)
  expect(await shop.end('SIGTERM')).toBe(0)
  expect(existsSync(`${file}.part`)).toBe(false)

  const restored = await runCommand('restore', [file], there)
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/is restored\.\nThe books balance/) })
  expect(existsSync(join(there.DATA_DIR, 'db-before'))).toBe(false)
  const second = await startProcess(there, await freePort())
  expect(await missingIn(second, admin, acknowledged)).toEqual([])
  await second.end('SIGTERM')
}, 300_000)

test('restore replaces an existing database only on request, and never with an invalid backup', async () => {
  expect(await runCommand('backup', [], here)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Name the file'),
  })
  expect(await runCommand('backup', [file], here)).toMatchObject({ code: 0 })
  const refused = await runCommand('restore', [file], there)
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('add --replace to overwrite it') })

  const broken = join(folder, 'broken.backup')
  writeFileSync(broken, readFileSync(file).subarray(0, 100_000))
  const notRestored = await runCommand('restore', [broken, '--replace'], there)
  expect(notRestored).toMatchObject({ code: 1, output: expect.stringContaining('nothing was changed') })
  expect(await runCommand('admin', ['balance'], there)).toEqual({ code: 0, output: 'The books balance (8 rules).\n' })
  expect(await runCommand('restore', [file, '--replace'], there)).toMatchObject({ code: 0 })

  writeFileSync(broken, 'PGDMP')
  const elsewhere = await runCommand('restore', [broken, '--replace'], there)
  expect(elsewhere).toMatchObject({ code: 1, output: expect.stringContaining('set DATABASE_URL') })
  expect(await runCommand('admin', ['ballance'], there)).toMatchObject({ code: 2 })
}, 300_000)
