import { Spoken } from '#web/ui/spoken.tsx'
import { UndoRow } from '#web/ui/undo-row.tsx'

/** Takes the place of a removed line of an order, until the user leaves the page. */
export const Removed = ({ what, onUndo }: { what: string; onUndo: () => void }) => (
  <UndoRow label={`Undo: put ${what} back`} onUndo={onUndo}>
    Removed: <Spoken>{what}</Spoken>
  </UndoRow>
)
