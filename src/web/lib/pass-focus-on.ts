/** What was done is on the page by then, or did not succeed. */
const patience = 10_000

/**
 * Passes the focus on when what has it goes or is disabled, to the first of these selectors that is there. Lost, it would
 * start at the top of the page again. Where nothing has it, nothing happens.
 */
export function passFocusOn(...selectors: string[]): void {
  if (isLost()) return
  // Not once: a page may change more than once until it shows what was done.
  const changes = new MutationObserver(() => {
    if (isLost()) focusFirst(selectors)
  })
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  const end = () => changes.disconnect()
  setTimeout(end, patience)
  // From then on the reader says where it is.
  for (const act of ['keydown', 'pointerdown']) addEventListener(act, end, { capture: true, once: true })
}

function focusFirst(selectors: readonly string[]): void {
  const next = selectors.map((each) => document.querySelector<HTMLElement>(each)).find(Boolean)
  if (!next) return
  // A heading takes the focus only when it may.
  if (next.tabIndex < 0) next.tabIndex = -1
  next.focus()
}

function isLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.matches(':disabled')
}
