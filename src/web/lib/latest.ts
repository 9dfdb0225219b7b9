/**
 * Puts answers into the order of their questions. Call it when a question is asked, and what it returns when the answer
 * is there: false when the answer to a later one was there before, so that it shows what is over.
 */
export function createLatest(): () => () => boolean {
  let asked = 0
  let shown = 0
  return () => {
    asked += 1
    const own = asked
    return () => {
      if (own < shown) return false
      shown = own
      return true
    }
  }
}
