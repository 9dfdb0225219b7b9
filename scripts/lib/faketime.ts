import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptInstall } from './programs.ts'

/** Where Debian puts libfaketime on each architecture. */
const places = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((kind) => `/usr/lib/${kind}/faketime/libfaketimeMT.so.1`)

/** A clock for other processes that can be moved while they run; undefined if libfaketime cannot be had. */
export function openMovableClock() {
  const find = () => places.find((path) => existsSync(path))
  const library = find() ?? (aptInstall('libfaketime') ? find() : undefined)
  if (!library) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'clock-'))
  const file = join(folder, 'offset')
  let isOff = false
  const move = (seconds: number) => {
    isOff = seconds !== 0
    writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`)
  }
  move(0)
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // Setting the system clock does not move the monotonic clock, which measures durations.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    isOff: () => isOff,
    move,
    close: () => rmSync(folder, { recursive: true }),
  }
}
