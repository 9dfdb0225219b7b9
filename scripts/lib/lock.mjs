// @ts-check
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The holder touches its lock every second: one untouched for this long (ms) is stale, even if its process id is in use again. */
const staleAfter = 10_000

/**
 * Runs `work` while no other process on this machine holds the same lock; waits for a process that does, and says so once.
 * @template T
 * @param {string} path the lock file; its folder is created
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, say, work) {
  mkdirSync(dirname(path), { recursive: true })
  if (!take(path)) {
    say(`another process (${holder(path) ?? 'just finished'}) is already at work; waiting …`)
    while (!take(path)) await sleep(200)
  }
  const beat = setInterval(() => utimesSync(path, new Date(), new Date()), 1000)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(path, { force: true })
  }
}

/** @param {string} path */
function take(path) {
  if (isStale(path)) rmSync(path, { force: true })
  const mine = `${path}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    // Creating a link is atomic: it either appears with its content, or fails because the lock exists.
    linkSync(mine, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(mine, { force: true })
  }
}

/**
 * Whether its holder was killed before it could remove the lock.
 * @param {string} path
 */
function isStale(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  const pid = holder(path)
  if (!stat || pid === undefined) return false
  return Date.now() - stat.mtimeMs > staleAfter || !isAlive(Number(pid))
}

/**
 * @param {string} path
 * @returns {string | undefined} the process id in the lock; undefined when it has just been released
 */
function holder(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    // Signal 0 only asks whether the process is there.
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
