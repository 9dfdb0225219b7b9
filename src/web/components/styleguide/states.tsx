import { useState } from 'react'
import { messages } from '#content/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { notifyError, notifySuccess } from '#web/ui/notify.ts'
import { SandboxBanner } from '#web/ui/sandbox-banner.tsx'
import { SkeletonField, SkeletonRows } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/state-blocks.tsx'

/** Everything that floats above the page. */
export function Floating() {
  const [dialog, setDialog] = useState<'ready' | 'busy'>()
  const close = () => setDialog(undefined)
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button variant="outline" onClick={() => void notifySuccess(messages.orderPlaced)}>
        Success
      </Button>
      <Button variant="outline" onClick={() => void notifyError(messages.orderFailed)}>
        Error
      </Button>
      <Button variant="outline" onClick={() => setDialog('ready')}>
        Dialog
      </Button>
      <Button variant="outline" onClick={() => setDialog('busy')}>
        Busy dialog
      </Button>
      <ConfirmDialog
        title={messages.confirmDelete}
        isOpen={dialog !== undefined}
        confirmLabel="Delete"
        keepLabel="Keep it"
        busy={dialog === 'busy'}
        busyLabel="Deleting"
        onConfirm={close}
        onClose={close}
      >
        What follows from it, in one sentence.
      </ConfirmDialog>
    </div>
  )
}

/** What replaces missing content: loading, empty, failed, or a stand-in. */
export function States() {
  return (
    <div className="grid gap-8">
      <Spinner />
      <div>
        <SkeletonRows rows={2} />
      </div>
      <SkeletonField />
      <EmptyState title="No orders yet" action={<Button variant="primary">See tools and prices</Button>}>
        What will appear here, and how.
      </EmptyState>
      <ErrorState onRetry={() => {}}>The list did not load.</ErrorState>
      <ErrorState onRetry={() => {}} busy>
        The list did not load, and is asked for again.
      </ErrorState>
      <SandboxBanner title="Payment sandbox.">No money moves here.</SandboxBanner>
    </div>
  )
}
