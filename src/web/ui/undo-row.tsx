import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type UndoRowProps = {
  /** What was removed: said aloud, since nothing else tells of it. */
  children: ReactNode
  /** Names the button, where several can stand on the page. */
  label?: string
  busy?: boolean
  onUndo: () => void
}

/** Stands where something was removed, and takes the focus, since the button that removed it is gone. */
export function UndoRow({ children, label, busy, onUndo }: UndoRowProps) {
  return (
    <div className="undo-row">
      <p role="status" className="min-w-0 text-ink-2 wrap-anywhere">
        {children}
      </p>
      <Button variant="outline" size="small" autoFocus busy={busy} onClick={onUndo} aria-label={label}>
        Undo
      </Button>
    </div>
  )
}
