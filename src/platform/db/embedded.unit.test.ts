import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockFolder, openEmbedded, restoreEmbedded } from './embedded.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a folder belongs to one shop at a time, and is open only to its owner', () => {
  const dataDir = join(folder, 'new', 'data')
  const unlock = lockFolder(dataDir)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(() => lockFolder(dataDir)).toThrow(`DATA_DIR ${dataDir} is in use by another running shop`)
  unlock()
  lockFolder(dataDir)()
})

test('a database that cannot be opened gives a clear error and releases its folder', async () => {
  const dataDir = join(folder, 'broken')
  lockFolder(dataDir)()
  writeFileSync(join(dataDir, 'db'), '')
  await expect(openEmbedded(dataDir)).rejects.toThrow(`The database in ${join(dataDir, 'db')} cannot be opened`)
  lockFolder(dataDir)()
})

/** A folder as left by a restore that was killed while unpacking: half of the new database, and the whole of the old. */
function cutOff(name: string): string {
  const dataDir = join(folder, name)
  for (const [part, file] of [
    ['db', 'half'],
    ['db-before', 'whole'],
  ] as const) {
    mkdirSync(join(dataDir, part), { recursive: true })
    writeFileSync(join(dataDir, part, file), 'kept')
  }
  return dataDir
}

test('a failed restore after an interrupted one keeps the original data', async () => {
  const dataDir = cutOff('again')
  await expect(restoreEmbedded(dataDir, new Uint8Array([1, 2, 3]), true)).rejects.toThrow('nothing was changed')
  expect(readFileSync(join(dataDir, 'db', 'whole'), 'utf8')).toBe('kept')
})

test('a shop does not start beside data that an interrupted restore has set aside', async () => {
  const dataDir = cutOff('half')
  const said = `A restore was interrupted: the previous database is in ${join(dataDir, 'db-before')}. Run the restore again`
  await expect(openEmbedded(dataDir)).rejects.toThrow(said)
  lockFolder(dataDir)()
})
