import { Failure } from '#shared/errors.ts'

type Line = { free: number; waiting: (() => void)[] }

/** With the wait for the lock itself, nobody waits for more than five seconds. In milliseconds. */
const patienceMs = 2_000

/**
 * The lines in front of products whose stock is to be taken: of each product only so many orders of this process are at the
 * database. When its row is locked by somebody else they wait there, and all others here, without a connection: so that
 * orders of other products, and everything else, still find one.
 */
export function createProductLines(atOnce: number) {
  const lines = new Map<string, Line>()

  function leave(id: string): void {
    const line = lines.get(id)
    const next = line?.waiting.shift()
    if (next) next()
    else if (line) {
      line.free += 1
      if (line.free === atOnce) lines.delete(id)
    }
  }

  function enter(id: string, until: number): Promise<void> | undefined {
    const line = lines.get(id) ?? { free: atOnce, waiting: [] }
    lines.set(id, line)
    if (line.free > 0) {
      line.free -= 1
      return undefined
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(begin), 1)
        reject(new Failure('unavailable', crowded, { extra: { retryAfter: 1 } }))
      }, until - performance.now())
      line.waiting.push(begin)
    })
  }

  /**
   * Does work on these products when its turn has come at each of them, in the order of their ids: nobody waits in a circle.
   * @throws Failure 'unavailable' after two seconds.
   */
  return async <T>(ids: readonly string[], work: () => Promise<T>): Promise<T> => {
    const until = performance.now() + patienceMs
    const entered: string[] = []
    try {
      for (const id of new Set(ids.toSorted())) {
        await enter(id, until)
        entered.push(id)
      }
      return await work()
    } finally {
      for (const id of entered) leave(id)
    }
  }
}

const crowded = 'Many are ordering this product right now. Nothing was ordered: try again in a moment.'
