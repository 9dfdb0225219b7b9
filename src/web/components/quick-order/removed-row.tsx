import { Button } from '#web/ui/button.tsx'
import { Spoken } from '#web/ui/spoken.tsx'

/** What is said of the row that was taken out last, until another is; or of all of them. */
export function RemovedRow({ part, onUndo }: { part: string; onUndo: () => void }) {
  return (
    <div className="cart-removed">
      <p role="status" className="min-w-0 text-ink-2 wrap-anywhere">
        Removed: <Spoken>{part}</Spoken>
      </p>
      {/* The button that took it out is gone: the focus goes on here. */}
      <Button variant="outline" size="small" autoFocus onClick={onUndo} aria-label={`Undo: put ${part} back`}>
        Undo
      </Button>
    </div>
  )
}
