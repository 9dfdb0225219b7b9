import { AsyncLocalStorage } from 'node:async_hooks'
import { Failure } from '#shared/errors.ts'

export type FairLine = ReturnType<typeof createFairLine>

const asker = new AsyncLocalStorage<string>()

/** Does work for somebody: what it waits for at the database is shared out among all who wait. */
export const onBehalfOf = <T>(key: string, work: () => T): T => asker.run(key, work)

const mostWaiting = 500
const patienceMs = 10_000

const busy = () =>
  new Failure('unavailable', 'The shop is very busy. Try again in a moment.', { extra: { retryAfter: 1 } })

/**
 * The line in front of a database's connections: who asks for much waits behind themselves, and everybody else for one piece of
 * their work at the most. Whoever is in nobody's name is the shop itself, which waits as long as it takes.
 * @param free how many may be at work at once.
 */
export function createFairLine(free: number) {
  /** Who waits, the next in turn first. */
  const lines = new Map<string, (() => void)[]>()

  function wait(key: string, line: (() => void)[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = key ? setTimeout(giveUp, patienceMs) : undefined
      function giveUp(): void {
        line.splice(line.indexOf(begin), 1)
        if (line.length === 0) lines.delete(key)
        reject(busy())
      }
      line.push(begin)
      lines.set(key, line)
    })
  }

  /** Lets the next one begin, and their line stand behind the others. */
  function leave(): void {
    const [key, line] = lines.entries().next().value ?? []
    const begin = line?.shift()
    if (key === undefined || !line || !begin) return void (free += 1)
    lines.delete(key)
    if (line.length > 0) lines.set(key, line)
    begin()
  }

  return {
    /**
     * Waits for a turn. @returns how to give it back, once.
     * @throws Failure 'unavailable' for the 501st who waits in one name, and after ten seconds.
     */
    async enter(): Promise<() => void> {
      if (free > 0) free -= 1
      else {
        const key = asker.getStore() ?? ''
        const line = lines.get(key) ?? []
        if (key && line.length >= mostWaiting) throw busy()
        await wait(key, line)
      }
      let isBack = false
      return () => {
        if (!isBack) leave()
        isBack = true
      }
    },
  }
}
