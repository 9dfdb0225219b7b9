import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Log } from '../log/log.ts'

/** Beside the data, which are closed to all but their owner: whoever reaches it may read them anyway. */
const socketIn = (dataDir: string): string =>
  process.platform === 'win32' ? `\\\\?\\pipe\\${join(dataDir, 'backup')}` : join(dataDir, 'backup.sock')

/**
 * Hands a copy of the embedded database to whoever asks, while it is in use: nobody else can read it then.
 * Where there can be no such socket, as with a very long path, the shop runs without.
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

/** A copy from the shop that has this database in use. @throws Error when none answers, or when it has failed. */
export async function askForBackup(dataDir: string): Promise<Uint8Array> {
  const copy = await buffer(connect(socketIn(dataDir)))
  if (copy.length === 0) throw new Error('the running shop could not make a backup: its log says why')
  // Of a shop that ends meanwhile the socket ends like that of one that is done.
  await pipeline(
    Readable.from([copy]),
    createGunzip(),
    new Writable({ write: (_chunk, _encoding, done) => done() }),
  ).catch((cause: unknown) => {
    throw new Error('the running shop ended while it handed out the backup: make it again', { cause })
  })
  return copy
}
