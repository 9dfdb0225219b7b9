/**
 * Has requests begin one after the other, and lets the process look at everybody else between two of them: Node would begin all
 * that have come, and whoever connects meanwhile would be let in afterwards. The networks they come from take turns.
 */
export function createOneByOne() {
  /** Who waits, the next in turn first. */
  const lines = new Map<string, (() => void)[]>()
  let isBegun = false

  function next(): void {
    const [key, line] = lines.entries().next().value ?? []
    const begin = line?.shift()
    if (key === undefined || !line || !begin) {
      isBegun = false
      return
    }
    lines.delete(key)
    if (line.length > 0) lines.set(key, line)
    setImmediate(next)
    begin()
  }

  /** @returns when the turn has come; undefined when it is now. */
  return (key: string): Promise<void> | undefined => {
    if (!isBegun) {
      isBegun = true
      setImmediate(next)
      return undefined
    }
    return new Promise((resolve) => {
      const line = lines.get(key) ?? []
      line.push(resolve)
      lines.set(key, line)
    })
  }
}
