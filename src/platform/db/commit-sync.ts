import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'

/** How a file is synced to disk: in the background, or blocking the process. */
export type Disk = { sync: (fd: number) => Promise<void>; syncNow: (fd: number) => void }

const ownDisk: Disk = { sync: promisify(fdatasync), syncNow: fdatasyncSync }

export type CommitSync = ReturnType<typeof createCommitSync>

/**
 * Makes commits durable, several with one sync to disk, while the next ones already run: on a disk that needs milliseconds per
 * sync, a database with one connection would otherwise do nothing but wait. Await `settled` before answering a caller.
 */
export function createCommitSync({ sync, syncNow }: Disk = ownDisk, onFailure: (error: unknown) => void = () => {}) {
  let file: { path: string; fd: number } | undefined
  /** Whether something was written since the last sync began. */
  let isDirty = false
  let running: Promise<void> | undefined
  /** The first sync failure: what it should have kept may be lost, even if a later sync succeeds. */
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

  /** Everything written is durable when this returns. @throws the error from the disk. */
  function now(): void {
    if (failure) throw failure
    if (!file || !(isDirty || running)) return
    try {
      syncNow(file.fd)
    } catch (error) {
      // The system reports it only once: the next sync of the same file succeeds, whatever was lost (fsync(2)).
      fail(error)
      throw error
    }
    isDirty = false
  }

  /** @throws the error from the disk for this sync or an earlier one. */
  async function settle(): Promise<void> {
    const isLater = isDirty
    await running
    // Anything written after that sync began is covered by the next one.
    if (isLater) await running
    if (failure) throw failure
  }

  return {
    /** Starts making durable what was written to this file. */
    written(path: string): void {
      const fd = open(path)
      isDirty = true
      if (!running) start(fd)
    },
    now,
    isPending: (): boolean => isDirty || running !== undefined,
    /** Waits until everything written so far is durable; returns nothing when it already is. */
    settled: (): Promise<void> | void => (isDirty || running || failure ? settle() : undefined),
    close(): void {
      now()
      if (file) closeLater(file.fd)
      file = undefined
    },
  }
}

/**
 * Wraps the methods of a driver that query the database: they return or throw only once everything the answer may depend on is
 * durable. Reads wait too, since they may have seen what was committed a moment before; other calls get their turn meanwhile.
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
