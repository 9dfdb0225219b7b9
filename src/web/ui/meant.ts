/** How soon after a dialog has opened a tap cannot be an answer to it yet, in milliseconds. */
const tooSoonMs = 400

type Press = {
  /** Which click of a double click it is; 0 for a key. */
  detail: number
  pointerType?: string
}

/**
 * Tells a press that answers a dialog just opened from the rest of a double click on whatever opened it, which lands on what is
 * there now. Mice count their clicks; not every browser counts taps.
 */
export function createMeant(now: () => number = () => performance.now()): (press: Press) => boolean {
  const openedAt = now()
  let isMeant = false
  return ({ detail, pointerType }) => {
    isMeant ||= detail <= 1 && (pointerType !== 'touch' || now() - openedAt >= tooSoonMs)
    return isMeant
  }
}
