import { setTimeout as sleep } from 'node:timers/promises'
import type { Ending } from '../process.ts'

/** So long a process may fail to start, as one does whose database is away. In milliseconds. */
const startMs = 60_000

/**
 * Starts processes as who looks after them would, again and again while they fail to.
 * @param onEnd hears of one that ended and was not told to.
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
