/**
 * Discards outdated answers. Call it when a request is sent, and call the returned function when its answer arrives: it
 * returns false if a later request was answered first, which makes this answer stale.
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
