import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Dirent,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { codeOf, shutFolder } from '#platform/files/shut.ts'
import { ConfigError } from './error.ts'

const sticky = 0o1000

/**
 * Creates DATA_DIR if it is missing, and makes it accessible to its owner only: folders 0700, files 0600, even if it existed
 * before with wider modes. Links are left alone, since they lead elsewhere.
 * @returns how many files and folders were open to others until now.
 * @throws ConfigError when the folder cannot be used.
 */
export function openDataFolder(folder: string): number {
  // For everything written from now on, by any code. Worker threads cannot set it, and share the process's.
  if (isMainThread) process.umask(0o077)
  try {
    makeFolder(folder)
    const real = realpathSync(folder)
    refuseForeign(folder, real)
    tryToWrite(real)
    return shutFolder(real)
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError(
      `DATA_DIR ${folder} cannot be used (${reasonOf(cause)}): let this user write there, or choose another folder`,
      {
        cause,
      },
    )
  }
}

/** Level by level: Node's recursive mkdir never returns where a file system refuses a folder as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file`)
    return
  }
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** What a shop writes there. */
const own = ['db', 'db.lock', 'auth-secret', 'admin-password', 'outbox']

/** Closing the root of all files, /tmp or a whole home directory would lock others out of what is theirs. */
function refuseForeign(folder: string, real: string): void {
  const fix = 'set it to a folder of its own'
  if (statSync(real).mode & sticky)
    throw new ConfigError(`DATA_DIR ${folder} is shared by all users of this machine: ${fix}`)
  const entries = readdirSync(real, { withFileTypes: true })
  const isForeign = (entry: Dirent) => entry.isDirectory() && entry.name !== 'lost+found'
  if (!entries.some(({ name }) => own.includes(name)) && entries.some(isForeign))
    throw new ConfigError(`DATA_DIR ${folder} contains folders that are not the shop’s: ${fix}`)
}

function tryToWrite(folder: string): void {
  const probe = join(folder, `.probe-${process.pid}`)
  writeFileSync(probe, '', { mode: 0o600 })
  rmSync(probe)
}

/** Errors that do not come from the file system have a message of their own. */
const reasonOf = (error: unknown): string => codeOf(error) || (error instanceof Error ? error.message : String(error))

/**
 * The secret in `file`, readable only by its owner; created on first use.
 * @throws ConfigError for a file that another user put there while the folder was open: they would know the secret.
 */
export function keptSecret(file: string, make: () => string): string {
  if (existsSync(file)) {
    const user = process.getuid?.()
    if (user !== undefined && statSync(file).uid !== user)
      throw new ConfigError(`${file} belongs to another user: remove it, or make the user that runs the shop its owner`)
    const kept = readFileSync(file, 'utf8').trim()
    // A power cut or a full disk may leave it empty: the secret would then be known to everybody.
    if (kept === '')
      throw new ConfigError(`${file} is damaged: restore it from your copy, or remove it to get a new one`)
    return kept
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const secret = make()
  // It gets its name only when complete: an empty file, left by a full disk, would be a secret known to everybody.
  writeFileSync(`${file}.part`, `${secret}\n`, { mode: 0o600, flush: true })
  // A process that starts at the same moment may have made one meanwhile: then both use that one.
  const isOther = existsSync(file)
  if (isOther) rmSync(`${file}.part`)
  else renameSync(`${file}.part`, file)
  return isOther ? keptSecret(file, make) : secret
}
