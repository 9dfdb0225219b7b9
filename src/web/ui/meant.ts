/** How soon after a dialog has opened a tap cannot be an answer to it yet, in milliseconds. */
const tooSoonMs = 400

/**
 * Tells a click that answers a dialog just opened from the rest of a double click on whatever opened it, which lands on what is
 * there now. Mice count their clicks; not every browser counts taps, or says of a click that it was one.
 */
export function createMeant(now: () => number = () => performance.now()) {
  const openedAt = now()
  let isMeant = false
  let isTap = false
  return {
    /** For each press, before its click. */
    press({ pointerType }: { pointerType: string }): void {
      isTap = pointerType === 'touch'
    },
    /** @param click `detail` is which click of a double click it is; 0 for a key. */
    isMeant({ detail }: { detail: number }): boolean {
      const isTooSoon = isTap && detail > 0 && now() - openedAt < tooSoonMs
      isMeant ||= detail <= 1 && !isTooSoon
      return isMeant
    },
  }
}
