import { AsyncLocalStorage } from 'node:async_hooks'
import { Failure } from '#shared/errors.ts'
import { createRotation } from '../rotation.ts'

export type FairLine = ReturnType<typeof createFairLine>

const background = Symbol('background')
const asker = new AsyncLocalStorage<string | typeof background>()

/** Does work for somebody: what it waits for at the database is shared out among all who wait. */
export const onBehalfOf = <T>(key: string, work: () => T): T => asker.run(key, work)

/** Does work that nobody waits for: at the database it stands back behind those who do. */
export const inBackground = <T>(work: () => T): T => asker.run(background, work)

/** In whose name this is done; nobody's is the shop's own. */
export function askedBy(): string {
  const key = asker.getStore()
  return typeof key === 'string' ? key : ''
}

/** So many have their turn before the background has one: it goes on when all is busy too, only more slowly. */
const turnsAhead = 3

const mostWaiting = 500
/** Less than the eight seconds after which whoever asked is told to come again: then nothing would be read for anybody. */
const patienceMs = 7_000

const busy = () =>
  new Failure('unavailable', 'The shop is very busy. Try again in a moment.', { extra: { retryAfter: 1 } })

/**
 * The line in front of a database's connections: who asks for much waits behind themselves, and everybody else for one piece of
 * their work at the most. Whoever is in nobody's name is the shop itself, which waits as long as it takes. What is done in the
 * background has every fourth turn of those that somebody waits for.
 * @param free how many may be at work at once.
 */
export function createFairLine(free: number) {
  const waiting = createRotation<() => void>()
  const behind: (() => void)[] = []
  /** Turns that others had since the background's last. */
  let ahead = 0

  function wait(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        waiting.remove(key, begin)
        reject(busy())
      }
      const timer = key ? setTimeout(giveUp, patienceMs) : undefined
      waiting.add(key, begin)
    })
  }

  function next(): (() => void) | undefined {
    const first = ahead < turnsAhead ? waiting.next() : undefined
    ahead = first ? ahead + 1 : 0
    return first ?? behind.shift() ?? waiting.next()
  }

  function leave(): void {
    const begin = next()
    if (begin) begin()
    else free += 1
  }

  return {
    /**
     * Waits for a turn. @returns how to give it back, once.
     * @throws Failure 'unavailable' for the 501st who waits in one name, and after seven seconds.
     */
    async enter(): Promise<() => void> {
      if (free > 0) free -= 1
      else if (asker.getStore() === background) await new Promise<void>((resolve) => behind.push(resolve))
      else {
        const key = askedBy()
        if (key && waiting.lengthOf(key) >= mostWaiting) throw busy()
        await wait(key)
      }
      let isBack = false
      return () => {
        if (!isBack) leave()
        isBack = true
      }
    },
  }
}
