import { Spoken } from '#web/ui/spoken.tsx'
import { Button } from '#web/ui/button.tsx'

/** Takes the place of a removed line until the user leaves the page. */
export function RemovedLine({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <li className="cart-removed">
      <p role="status" className="text-ink-2">
        Removed: <Spoken>{name}</Spoken>
      </p>
      {/* The remove button is gone, so the focus moves here. */}
      <Button variant="outline" size="small" autoFocus onClick={onUndo} aria-label={`Undo: put ${name} back`}>
        Undo
      </Button>
    </li>
  )
}
