import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'

type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
}

/** A dialog over the page: focus stays in it, Escape closes it, and focus returns to what opened it. */
export function Dialog({ title, isOpen, onClose, role, children }: DialogProps) {
  return (
    <ModalOverlay className="overlay" isOpen={isOpen} onOpenChange={(open) => open || onClose()} isDismissable>
      <Modal className="dialog">
        <AriaDialog role={role}>
          <Heading slot="title" className="pb-2 text-[1.875rem]">
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

type ConfirmDialogProps = {
  title: string
  isOpen: boolean
  /** What follows from it, in one sentence. */
  children: ReactNode
  confirmLabel: ReactNode
  confirmVariant?: 'destructive' | 'primary'
  keepLabel: string
  busy?: boolean
  busyLabel?: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is lost or given away. The way back has the focus. */
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
        <Button autoFocus onClick={onClose}>
          {keepLabel}
        </Button>
      </div>
    </Dialog>
  )
}
