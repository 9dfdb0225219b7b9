import { AsyncLocalStorage } from 'node:async_hooks'
import { Failure } from '#shared/errors.ts'
import { createRotation } from '../rotation.ts'

export type FairLine = ReturnType<typeof createFairLine>

const background = Symbol('background')
const asker = new AsyncLocalStorage<string | typeof background>()

/** Runs work on behalf of somebody: turns at the database are shared among all who wait. */
export const onBehalfOf = <T>(key: string, work: () => T): T => asker.run(key, work)

/** Runs work that nobody waits for: at the database it gives way to work that somebody waits for. */
export const inBackground = <T>(work: () => T): T => asker.run(background, work)

/** On whose behalf this runs; empty for the shop's own work. */
export function askedBy(): string {
  const key = asker.getStore()
  return typeof key === 'string' ? key : ''
}

/** How many others get a turn before the background gets one: under load it still proceeds, only more slowly. */
const turnsAhead = 3

const mostWaiting = 500
/** Less than the eight seconds after which the caller is told to retry: from then on nobody would use the answer. */
const patienceMs = 7_000

const busy = () =>
  new Failure('unavailable', 'The shop is very busy. Try again in a moment.', { extra: { retryAfter: 1 } })

/**
 * The queue for a database's connections: a caller that asks for much waits behind itself, and everybody else waits for at most
 * one piece of its work. Work on nobody's behalf is the shop's own and waits as long as it takes. While others wait, background
 * work gets every fourth turn.
 * @param free how many may run at once.
 */
export function createFairLine(free: number) {
  const waiting = createRotation<() => void>()
  const behind: (() => void)[] = []
  /** Turns that others have had since the last background turn. */
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
     * Waits for a turn. @returns a function that gives it back; further calls do nothing.
     * @throws Failure 'unavailable' for the 501st waiting under one key, and after seven seconds.
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
