import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Log } from '../log/log.ts'

/** Next to the data, which only their owner can access: whoever can reach the socket may read them anyway. */
const socketIn = (dataDir: string): string =>
  process.platform === 'win32' ? `\\\\?\\pipe\\${join(dataDir, 'backup')}` : join(dataDir, 'backup.sock')

/**
 * Serves copies of the embedded database while it is in use: no other process can read it then.
 * Where the socket cannot be created, as with a very long path, the shop runs without it.
 * @returns a function that stops it.
 */
export function serveBackups(dataDir: string, dump: () => Promise<Uint8Array>, log: Log): () => Promise<void> {
  const path = socketIn(dataDir)
  // Left behind by a process that was killed.
  rmSync(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    dump().then(
      (copy) => socket.end(copy),
      (error: unknown) => {
        log.error('a backup failed', { error })
        socket.destroy()
      },
    )
  })
  server.on('error', (error) => log.warn('backups can only be made while the shop is stopped', { error }))
  server.listen(path).unref()
  return () => new Promise((resolve) => void server.close(() => resolve()))
}

/** Gets a copy from the shop that is using this database. @throws Error when none answers or the backup failed. */
export async function askForBackup(dataDir: string): Promise<Uint8Array> {
  const copy = await buffer(connect(socketIn(dataDir)))
  if (copy.length === 0) throw new Error('the running shop could not make a backup: its log says why')
  // When the shop exits midway, the socket ends just as it does after a complete copy.
  await pipeline(
    Readable.from([copy]),
    createGunzip(),
    new Writable({ write: (_chunk, _encoding, done) => done() }),
  ).catch((cause: unknown) => {
    throw new Error('the shop stopped while it was sending the backup: make the backup again', { cause })
  })
  return copy
}
