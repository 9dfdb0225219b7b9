import { Button } from '#web/ui/button.tsx'
import { Spoken } from '#web/ui/spoken.tsx'

/** Reports the last removed row, until another is removed; or that all rows were removed. */
export function RemovedRow({ part, onUndo }: { part: string; onUndo: () => void }) {
  return (
    <div className="cart-removed">
      <p role="status" className="min-w-0 text-ink-2 wrap-anywhere">
        Removed: <Spoken>{part}</Spoken>
      </p>
      {/* The remove button is gone, so the focus moves here. */}
      <Button variant="outline" size="small" autoFocus onClick={onUndo} aria-label={`Undo: put ${part} back`}>
        Undo
      </Button>
    </div>
  )
}
