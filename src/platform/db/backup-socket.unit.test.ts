import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { testLog } from '#testing/log.ts'
import { askForBackup, serveBackups } from './backup-socket.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-socket-'))
afterAll(() => rmSync(folder, { recursive: true }))
const copy = gzipSync(randomBytes(3_000_000))

test('a backup from a running shop arrives whole', async () => {
  const stop = serveBackups(folder, async () => copy, testLog)
  expect(copy.equals(await askForBackup(folder))).toBe(true)
  await stop()
})

test.each([1_000_000, copy.length - 1])(
  'the first %d bytes of a backup are rejected when the shop ends midway',
  async (size) => {
    const server = createServer((socket) => socket.end(copy.subarray(0, size))).listen(join(folder, 'backup.sock'))
    await expect(askForBackup(folder)).rejects.toThrow(
      'the shop stopped while it was sending the backup: make the backup again',
    )
    await new Promise((resolve) => server.close(resolve))
  },
)
