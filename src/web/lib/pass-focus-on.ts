/** After this time the result is on the page or the action has failed. In milliseconds. */
const patience = 10_000

/**
 * When the focused element disappears or is disabled, moves the focus to the first of these selectors that matches. Lost
 * focus would start at the top of the page again. If nothing has the focus, nothing happens.
 */
export function passFocusOn(...selectors: string[]): void {
  if (isLost()) return
  const look = () => {
    if (isLost()) focusFirst(selectors)
  }
  // Repeatedly: a page may change several times until it shows the result.
  const changes = new MutationObserver(look)
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  const acting = new AbortController()
  function end() {
    changes.disconnect()
    acting.abort()
  }
  setTimeout(end, patience)
  const listen = { capture: true, signal: acting.signal }
  // From the first input on, the user controls the focus.
  addEventListener('keydown', end, listen)
  addEventListener(
    'mousedown',
    ({ detail }) => {
      if (detail < 2) return end()
      // The second press of a double click belongs to the first. What it meets now may not be able to hold the focus.
      setTimeout(look)
    },
    listen,
  )
}

function focusFirst(selectors: readonly string[]): void {
  const next = selectors.map((each) => document.querySelector<HTMLElement>(each)).find(Boolean)
  if (!next) return
  // A heading is focusable only with a tabindex.
  if (next.tabIndex < 0) next.tabIndex = -1
  next.focus()
}

function isLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.matches(':disabled')
}
