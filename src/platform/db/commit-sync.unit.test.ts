import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerSettled, createCommitSync } from './commit-sync.ts'

let folder: string
let log: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commit-sync-'))
  log = join(folder, 'log')
  writeFileSync(log, 'written')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A disk whose syncs end on demand. */
function slowDisk() {
  const running: { end: () => void; fail: (error: Error) => void; fd: number }[] = []
  const sync = vi.fn((fd: number) => new Promise<void>((end, fail) => running.push({ end, fail, fd })))
  const syncNow = vi.fn()
  const next = () => running.shift() ?? expect.fail('no sync is under way')
  return { sync, syncNow, next }
}

const isOver = async (work: Promise<unknown> | void) => {
  let over = false
  void Promise.resolve(work).finally(() => (over = true))
  await new Promise((resolve) => setImmediate(resolve))
  return over
}

test('a write is durable after a sync of the real disk', async () => {
  const commits = createCommitSync()
  expect(commits.settled()).toBeUndefined()
  commits.written(log)
  await commits.settled()
  expect(commits.settled()).toBeUndefined()
  commits.close()
})

test('writes during a sync wait for the next one together', async () => {
  const disk = slowDisk()
  const commits = createCommitSync(disk)
  commits.written(log)
  const first = commits.settled()
  commits.written(log)
  commits.written(log)
  const [second, third] = [commits.settled(), commits.settled()]
  disk.next().end()
  await first
  expect([await isOver(second), await isOver(third)]).toEqual([false, false])
  disk.next().end()
  await Promise.all([second, third])
  expect(disk.sync).toHaveBeenCalledTimes(2)
  expect(commits.settled()).toBeUndefined()
})

test('an immediate sync runs only while something is not durable', async () => {
  const disk = slowDisk()
  const commits = createCommitSync(disk)
  commits.now()
  expect(disk.syncNow).not.toHaveBeenCalled()
  commits.written(log)
  commits.now()
  expect(disk.syncNow).toHaveBeenCalledTimes(1)
  disk.next().end()
  await commits.settled()
  commits.now()
  expect(disk.syncNow).toHaveBeenCalledTimes(1)
  // It was all written before: no second sync is needed.
  expect(disk.sync).toHaveBeenCalledTimes(1)
})

test('switching to another log file syncs the first one at once', async () => {
  const disk = slowDisk()
  const commits = createCommitSync(disk)
  const next = join(folder, 'next')
  writeFileSync(next, '')
  commits.written(log)
  commits.written(next)
  const [[old] = []] = disk.sync.mock.calls
  expect(disk.syncNow.mock.calls).toEqual([[old]])
  disk.next().end()
  await new Promise((resolve) => setImmediate(resolve))
  expect(disk.next().fd).not.toBe(old)
})

test('nothing counts as durable after a failed sync', async () => {
  const disk = slowDisk()
  const commits = createCommitSync(disk)
  commits.written(log)
  const waiting = commits.settled()
  disk.next().fail(new Error('the disk is gone'))
  await expect(waiting).rejects.toThrow('the disk is gone')
  await expect(commits.settled()).rejects.toThrow('the disk is gone')
  expect(() => commits.now()).toThrow('the disk is gone')
})

test('answers and errors wait for earlier commits, other calls do not', async () => {
  let settle = () => {}
  const settled = new Promise<void>((resolve) => (settle = resolve))
  const driver = {
    ask: async () => 'an answer',
    refuse: async () => Promise.reject(new Error('a refusal')),
    name: 'driver',
    other: () => 'at once',
  }
  const waiting = answerSettled(driver, ['ask', 'refuse'], () => settled)
  const [answer, refusal] = [waiting.ask(), waiting.refuse().catch((error: Error) => error.message)]
  expect([await isOver(answer), await isOver(refusal)]).toEqual([false, false])
  expect([waiting.name, waiting.other()]).toEqual(['driver', 'at once'])
  settle()
  expect(await Promise.all([answer, refusal])).toEqual(['an answer', 'a refusal'])
})

test('nothing counts as durable after a failed immediate sync, even if the next one succeeds', async () => {
  const disk = slowDisk()
  const failed = vi.fn()
  const commits = createCommitSync(disk, failed)
  commits.written(log)
  commits.written(log)
  const gone = new Error('the disk is gone')
  // As on Linux: a writeback error is reported only once (fsync(2)).
  disk.syncNow.mockImplementationOnce(() => {
    throw gone
  })
  expect(() => commits.now()).toThrow(gone)
  expect(() => commits.now()).toThrow(gone)
  const said = Promise.resolve(commits.settled()).catch((error: unknown) => error)
  disk.next().end()
  await new Promise((resolve) => setImmediate(resolve))
  disk.next().end()
  expect(await said).toBe(gone)
  expect(failed.mock.calls).toEqual([[gone]])
})
