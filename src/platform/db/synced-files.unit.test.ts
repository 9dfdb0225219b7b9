import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PreparedPGlite } from './prepared-pglite.ts'
import { startParams, SyncedNodeFS } from './synced-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'synced-files-'))
/** A disk on which no sync ends by itself. */
const disk = { sync: vi.fn(() => new Promise<void>(() => {})), syncNow: vi.fn() }
const fs = new SyncedNodeFS(join(folder, 'db'), disk)
let client: PreparedPGlite

beforeAll(async () => {
  client = await PreparedPGlite.open({ fs, startParams })
  await client.exec('create table piece (n int primary key, word text)')
})
afterAll(async () => {
  await client.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => vi.clearAllMocks())

test('a commit is not yet durable when the database moves on', async () => {
  fs.commits.now()
  await client.query(`insert into piece values (1, 'fan')`)
  expect(fs.commits.settled()).toBeInstanceOf(Promise)
  expect(disk.syncNow).toHaveBeenCalledTimes(1)
})

test('pages and files that depend on the log reach the disk after it', async () => {
  await client.query(`insert into piece select n, 'fan' from generate_series(2, 100) n`)
  disk.syncNow.mockClear()
  await client.query('checkpoint')
  expect(disk.syncNow).toHaveBeenCalled()

  await client.query(`insert into piece values (101, 'fan')`)
  disk.syncNow.mockClear()
  await client.query('truncate piece')
  await client.query('checkpoint')
  expect(disk.syncNow).toHaveBeenCalled()
})

test('a table that only grows does not wait for the disk', async () => {
  const grow = (from: number) =>
    client.query(`insert into piece select n, repeat('word', 100) from generate_series(${from}, ${from} + 200) n`)
  // The first time also creates the free space map.
  await grow(1000)
  disk.syncNow.mockClear()
  await grow(2000)
  expect(fs.commits.isPending()).toBe(true)
  expect(disk.syncNow).not.toHaveBeenCalled()
})
