import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockFolder, openEmbedded } from './embedded.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a folder is one shop’s at a time, and its own user’s alone', () => {
  const dataDir = join(folder, 'new', 'data')
  const unlock = lockFolder(dataDir)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(() => lockFolder(dataDir)).toThrow(`DATA_DIR ${dataDir} is in use by another running shop`)
  unlock()
  lockFolder(dataDir)()
})

test('a database that cannot be opened is a sentence, and its folder is free again', async () => {
  const dataDir = join(folder, 'broken')
  lockFolder(dataDir)()
  writeFileSync(join(dataDir, 'db'), '')
  await expect(openEmbedded(dataDir)).rejects.toThrow(`The database in ${join(dataDir, 'db')} cannot be opened`)
  lockFolder(dataDir)()
})
