import { createRotation } from '../rotation.ts'

/**
 * Has requests begin one after the other, and lets the process look at everybody else between two of them: Node would begin all
 * that have come, and whoever connects meanwhile would be let in afterwards. The networks they come from take turns.
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

  /** @returns when the turn has come; undefined when it is now. */
  return (key: string): Promise<void> | undefined => {
    if (isBegun) return new Promise((resolve) => waiting.add(key, resolve))
    isBegun = true
    setImmediate(next)
    return undefined
  }
}
