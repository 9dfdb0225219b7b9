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
 * Makes DATA_DIR where it is missing, and sees to it that its owner alone gets in: folders 0700, files 0600, also when
 * it was there before with more. Links are left alone, since they lead elsewhere.
 * @returns how many files and folders were open to others until now.
 * @throws ConfigError when the folder cannot be used.
 */
export function openDataFolder(folder: string): number {
  // For all that is written from now on, whatever writes it. Threads cannot set it, and share the process's.
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

/** Level by level: Node's own recursive way never ends where a file system refuses a folder as /proc does. */
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

/** To shut the root of all files, /tmp or somebody's whole home would lock others out of what is theirs. */
function refuseForeign(folder: string, real: string): void {
  const fix = 'set it to a folder of its own'
  if (statSync(real).mode & sticky) throw new ConfigError(`DATA_DIR ${folder} belongs to the whole machine: ${fix}`)
  const entries = readdirSync(real, { withFileTypes: true })
  const isForeign = (entry: Dirent) => entry.isDirectory() && entry.name !== 'lost+found'
  if (!entries.some(({ name }) => own.includes(name)) && entries.some(isForeign))
    throw new ConfigError(`DATA_DIR ${folder} holds folders of something else: ${fix}`)
}

function tryToWrite(folder: string): void {
  const probe = join(folder, `.probe-${process.pid}`)
  writeFileSync(probe, '', { mode: 0o600 })
  rmSync(probe)
}

/** What is not the file system's own refusal has words of its own. */
const reasonOf = (error: unknown): string => codeOf(error) || (error instanceof Error ? error.message : String(error))

/**
 * The secret in `file`, readable by its owner alone; made on first use.
 * @throws ConfigError for one that another user put there, while the folder was open: they would know it.
 */
export function keptSecret(file: string, make: () => string): string {
  if (existsSync(file)) {
    const user = process.getuid?.()
    if (user !== undefined && statSync(file).uid !== user)
      throw new ConfigError(`${file} belongs to another user: remove it, or give it to the user of this shop`)
    const kept = readFileSync(file, 'utf8').trim()
    // As a power cut or a full disk may leave it: it would be everybody's secret.
    if (kept === '')
      throw new ConfigError(`${file} is damaged: put it back from where you keep it, or remove it for a new one`)
    return kept
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const secret = make()
  // Under its name only when it is whole: an empty one, left by a full disk, would be everybody's secret.
  writeFileSync(`${file}.part`, `${secret}\n`, { mode: 0o600, flush: true })
  // Who starts at the same moment may have made one meanwhile: then that is the one, for both.
  const isOther = existsSync(file)
  if (isOther) rmSync(`${file}.part`)
  else renameSync(`${file}.part`, file)
  return isOther ? keptSecret(file, make) : secret
}
