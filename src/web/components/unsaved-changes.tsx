import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { askBeforeLeaving } from '#web/lib/unsaved.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'

/**
 * Asks before unsaved text is lost: in a dialog when a link, Back or Sign Out would leave the page, in the browser's own
 * prompt when the tab is closed or reloaded.
 */
export function UnsavedChanges() {
  const [answer, setAnswer] = useState<(leave: boolean) => void>()
  // Once Sign Out has been confirmed, the navigation that follows is not asked about again.
  const allowed = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !allowed.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(warnWhenClosing, [])
  useEffect(
    () =>
      askBeforeLeaving(
        () => new Promise((resolve) => setAnswer(() => (leave: boolean) => resolve((allowed.current = leave)))),
      ),
    [],
  )

  function decide(leave: boolean) {
    setAnswer(undefined)
    answer?.(leave)
    if (blocker.state === 'blocked') blocker[leave ? 'proceed' : 'reset']()
  }
  return (
    <ConfirmDialog
      title="Leave without saving?"
      isOpen={answer !== undefined || blocker.state === 'blocked'}
      confirmLabel="Leave"
      keepLabel="Keep editing"
      onConfirm={() => decide(true)}
      onClose={() => decide(false)}
    >
      Your changes to this product have not been saved.
    </ConfirmDialog>
  )
}

/** Only while there is something to lose: a page with this listener is not kept in the back/forward cache. */
function warnWhenClosing(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', warn)
  return () => removeEventListener('beforeunload', warn)
}
