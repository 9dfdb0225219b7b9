import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'

/** How a file reaches the disk, while others work and while everything waits. */
export type Disk = { sync: (fd: number) => Promise<void>; syncNow: (fd: number) => void }

const ownDisk: Disk = { sync: promisify(fdatasync), syncNow: fdatasyncSync }

export type CommitSync = ReturnType<typeof createCommitSync>

/**
 * Makes commits durable, several with one sync to disk, while the next are already at work: on a disk that needs milliseconds for each,
 * a database of one connection would otherwise do nothing but wait. Whoever answers anybody waits for `settled` before.
 */
export function createCommitSync({ sync, syncNow }: Disk = ownDisk, onFailure: (error: unknown) => void = () => {}) {
  let file: { path: string; fd: number } | undefined
  /** Whether something was written since the last sync began. */
  let isDirty = false
  let running: Promise<void> | undefined
  /** What ended the last: what it was to keep may be lost, whatever a later one says. */
  let failure: unknown

  function fail(error: unknown): void {
    if (failure) return
    failure = error
    onFailure(error)
  }

  function open(path: string): number {
    if (file?.path === path) return file.fd
    now()
    if (file) closeLater(file.fd)
    file = { path, fd: openSync(path, 'r+') }
    return file.fd
  }

  /** A sync may still be under way on it. */
  function closeLater(fd: number): void {
    void (running ?? Promise.resolve()).finally(() => closeSync(fd)).catch(() => {})
  }

  async function run(fd: number): Promise<void> {
    try {
      await sync(fd)
    } catch (error) {
      fail(error)
    }
    running = undefined
    if (isDirty && file) start(file.fd)
  }

  function start(fd: number): void {
    isDirty = false
    running = run(fd)
  }

  /** What was written is durable when this returns. @throws what the disk answered. */
  function now(): void {
    if (failure) throw failure
    if (!file || !(isDirty || running)) return
    try {
      syncNow(file.fd)
    } catch (error) {
      // The system tells of it once: the next sync of the same file succeeds, whatever was lost (fsync(2)).
      fail(error)
      throw error
    }
    isDirty = false
  }

  /** @throws what the disk answered to this sync or one before. */
  async function settle(): Promise<void> {
    const isLater = isDirty
    await running
    // What was written after that one began is in the next.
    if (isLater) await running
    if (failure) throw failure
  }

  return {
    /** What was written to this file is to be durable soon. */
    written(path: string): void {
      const fd = open(path)
      isDirty = true
      if (!running) start(fd)
    },
    now,
    isPending: (): boolean => isDirty || running !== undefined,
    /** Waits until everything written so far is durable; nothing where it is. */
    settled: (): Promise<void> | void => (isDirty || running || failure ? settle() : undefined),
    close(): void {
      now()
      if (file) closeLater(file.fd)
      file = undefined
    },
  }
}

/**
 * Wraps the methods of a driver that ask the database: they answer nobody before what the answer may rest on is durable, and refuse nobody
 * either. What only reads waits too, since it may have read what was committed a moment before; others have their turn meanwhile.
 */
export function answerSettled<T extends object>(
  driver: T,
  methods: readonly (keyof T & string)[],
  settled: CommitSync['settled'],
): T {
  return new Proxy(driver, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target)
      if (typeof value !== 'function' || !methods.some((name) => name === property)) return value
      return async (...args: unknown[]) => {
        try {
          return await Reflect.apply(value, target, args)
        } finally {
          await settled()
        }
      }
    },
  })
}
