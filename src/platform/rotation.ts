/** Lines of waiting items, one for each key; the lines take turns, so that a long one holds up none of the others. */
export function createRotation<T>() {
  /** The next in turn first. */
  const lines = new Map<string, T[]>()
  return {
    lengthOf: (key: string): number => lines.get(key)?.length ?? 0,

    add(key: string, item: T): void {
      const line = lines.get(key)
      if (line) line.push(item)
      else lines.set(key, [item])
    },

    remove(key: string, item: T): void {
      const left = (lines.get(key) ?? []).filter((each) => each !== item)
      if (left.length > 0) lines.set(key, left)
      else lines.delete(key)
    },

    /** Takes the first item of the line whose turn it is, and moves that line behind the others. */
    next(): T | undefined {
      const [key, line] = lines.entries().next().value ?? []
      if (key === undefined || !line) return undefined
      const first = line.shift()
      lines.delete(key)
      if (line.length > 0) lines.set(key, line)
      return first
    },
  }
}
