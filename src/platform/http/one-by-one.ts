import { createRotation } from '../rotation.ts'

/**
 * Begins requests one at a time, and lets the process see to everybody else between two of them: Node would begin all that have
 * arrived, and accept new connections only afterwards. The networks they come from take turns.
 */
export function createOneByOne() {
  const waiting = createRotation<() => void>()
  let isBegun = false

  function next(): void {
    const begin = waiting.next()
    isBegun = begin !== undefined
    if (!begin) return
    setImmediate(next)
    begin()
  }

  /** @returns a promise of the turn; undefined when it is now. */
  return (key: string): Promise<void> | undefined => {
    if (isBegun) return new Promise((resolve) => waiting.add(key, resolve))
    isBegun = true
    setImmediate(next)
    return undefined
  }
}
