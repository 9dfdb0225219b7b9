import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'

/** The folder for temporary files: one in memory, where nothing waits for a disk, if that has enough room. */
export function memoryFolder(gigabytes: number): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > gigabytes * 1024 ** 3 ? memory : tmpdir()
}
