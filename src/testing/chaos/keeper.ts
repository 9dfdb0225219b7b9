import { setTimeout as sleep } from 'node:timers/promises'
import type { Ending } from '../process.ts'

/** How long a process may keep failing to start, for example while its database is away, in milliseconds. */
const startMs = 60_000

/**
 * Starts processes as a supervisor would, retrying while they fail to start.
 * @param onEnd called when a process ends without being told to.
 */
export function createKeeper(onEnd: (name: string) => void) {
  return async function keep<T extends Ending>(name: string, start: () => Promise<T>): Promise<T> {
    const begun = await untilBegun(start)
    let isTold = false
    void begun.exited.then(() => isTold || onEnd(name))
    const end: Ending['end'] = (signal) => {
      isTold = true
      return begun.end(signal)
    }
    return { ...begun, end }
  }
}

async function untilBegun<T>(start: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + startMs; ; await sleep(500)) {
    try {
      return await start()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}
