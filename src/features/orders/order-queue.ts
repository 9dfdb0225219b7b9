import { askedBy } from '#platform/db/fair-line.ts'
import { createRotation } from '#platform/rotation.ts'
import { Failure } from '#shared/errors.ts'

type Line = { free: number; waiting: ReturnType<typeof createRotation<() => void>> }

/** In milliseconds. Together with the wait for the database lock, nobody waits for more than five seconds. */
const patienceMs = 2_000

/** An order's buyer, and the products in it. */
type Ordered = { buyer: string; products: readonly string[] }

/**
 * Queues in which orders wait before they take a connection, so that everything else still finds one. Each account has one order
 * at the database, since its row lock lets no second one through. Each product has at most `ofProduct`: while somebody else locks
 * its row, those wait at the database and all others here. The networks that orders come from take turns.
 */
export function createOrderQueue(ofProduct: number) {
  const [buyers, products] = [createLines(1), createLines(ofProduct)]

  /**
   * Runs `work` once it has its turn in every queue. Queues are entered in a fixed order, so that orders cannot deadlock.
   * @throws Failure 'unavailable' after two seconds.
   */
  return async <T>(ordered: Ordered, work: () => Promise<T>): Promise<T> => {
    const until = performance.now() + patienceMs
    const left: (() => void)[] = []
    try {
      left.push(await buyers.enter(ordered.buyer, until))
      for (const id of new Set(ordered.products.toSorted())) left.push(await products.enter(id, until))
      return await work()
    } finally {
      for (const leave of left) leave()
    }
  }
}

function createLines(atOnce: number) {
  const lines = new Map<string, Line>()

  function leave(id: string, line: Line): void {
    const next = line.waiting.next()
    if (next) return next()
    line.free += 1
    // mutant(condition → false): an empty queue would only be kept
    if (line.free === atOnce) lines.delete(id)
  }

  function wait({ waiting }: Line, until: number): Promise<void> {
    const network = askedBy()
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.remove(network, begin)
        reject(new Failure('unavailable', crowded, { extra: { retryAfter: 1 } }))
      }, until - performance.now())
      waiting.add(network, begin)
    })
  }

  return {
    /** @returns a function to leave. @throws Failure 'unavailable' when `performance.now()` reaches `until`. */
    async enter(id: string, until: number): Promise<() => void> {
      const line = lines.get(id) ?? { free: atOnce, waiting: createRotation<() => void>() }
      lines.set(id, line)
      if (line.free > 0) line.free -= 1
      else await wait(line, until)
      return () => leave(id, line)
    },
  }
}

const crowded = 'Many people are ordering this product right now. Nothing was ordered: try again in a moment.'
