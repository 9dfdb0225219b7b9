import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { createGround } from './ground.ts'
import { createMeant } from './meant.ts'

type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
}

/**
 * A dialog over the page: focus stays in it, Escape closes it, and focus returns to what opened it. The element marked
 * `data-first` gets the focus first.
 */
export function Dialog({ isOpen, ...dialog }: DialogProps) {
  return isOpen && <OpenDialog {...dialog} />
}

function OpenDialog({ title, onClose, role, children }: Omit<DialogProps, 'isOpen'>) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [ground] = useState(createGround)
  const [meant] = useState(() => createMeant())
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus()
    // Close before unmounting: removal alone would not restore the focus.
    return () => dialog?.close()
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape does the same.
    <dialog
      ref={ref}
      className="dialog"
      role={role}
      aria-labelledby={titleId}
      onPointerDownCapture={meant.press}
      onClickCapture={(event) => {
        if (meant.isMeant(event)) return
        event.stopPropagation()
        event.preventDefault()
      }}
      onMouseDown={ground.press}
      onMouseUp={ground.release}
      onClick={(event) => ground.isClicked(event) && onClose()}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Pressing Escape twice without anything between closes it despite preventDefault.
      onClose={() => ref.current?.open || onClose()}
    >
      <div className="dialog-body">
        <h2 id={titleId} className="pb-4 text-[1.875rem]">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}

type ConfirmDialogProps = {
  title: string
  isOpen: boolean
  /** The consequence, in one sentence. */
  children: ReactNode
  confirmLabel: ReactNode
  confirmVariant?: 'destructive' | 'primary'
  keepLabel: string
  busy?: boolean
  busyLabel?: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is lost or given away. The button that cancels has the focus. */
export function ConfirmDialog({
  title,
  isOpen,
  children,
  confirmLabel,
  confirmVariant = 'destructive',
  keepLabel,
  busy,
  busyLabel,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog role="alertdialog" title={title} isOpen={isOpen} onClose={onClose}>
      <p className="text-ink-2">{children}</p>
      <div className="mt-6 grid grid-cols-2 gap-3">
        <Button variant={confirmVariant} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button data-first onClick={onClose}>
          {keepLabel}
        </Button>
      </div>
    </Dialog>
  )
}
