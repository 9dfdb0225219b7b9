import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'

/** The text of a toast with an Undo button. */
export function UndoNotice({ children, onUndo }: { children: ReactNode; onUndo: () => void }) {
  return (
    <span className="flex flex-auto items-center justify-between gap-4">
      <span>{children}</span>
      <button type="button" className="inline-flex min-h-6 items-center gap-2 border-b font-[560]" onClick={onUndo}>
        <Undo2 size={17} strokeWidth={1.75} aria-hidden />
        Undo
      </button>
    </span>
  )
}
