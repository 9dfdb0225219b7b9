/** After this time the result is on the page or the action has failed. In milliseconds. */
const patience = 10_000

/**
 * When the focused element disappears or is disabled, moves the focus to the first of these selectors that matches. Lost
 * focus would start at the top of the page again. If nothing has the focus, nothing happens.
 */
export function passFocusOn(...selectors: string[]): void {
  if (isLost()) return
  // Repeatedly: a page may change several times until it shows the result.
  const changes = new MutationObserver(() => {
    if (isLost()) focusFirst(selectors)
  })
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
    (event) => {
      // The second press of a double click belongs to the first: what it meets by now must not take the focus.
      if (event.detail > 1) event.preventDefault()
      else end()
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
