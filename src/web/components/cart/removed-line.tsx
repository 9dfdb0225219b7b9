import { Spoken } from '#web/ui/spoken.tsx'
import { Button } from '#web/ui/button.tsx'

/** In the place of a line that was taken out, until the page is left. */
export function RemovedLine({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <li className="cart-removed">
      <p role="status" className="text-ink-2">
        Removed: <Spoken>{name}</Spoken>
      </p>
      {/* The button that took it out is gone: the focus goes on here. */}
      <Button variant="outline" size="small" autoFocus onClick={onUndo} aria-label={`Undo: put ${name} back`}>
        Undo
      </Button>
    </li>
  )
}
