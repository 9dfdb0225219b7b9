import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { messages } from '#content/messages.ts'
import type { Disagreement } from '#features/payments/schema.ts'
import { api } from '#web/lib/api.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { notifyError, notifySuccess } from '#web/ui/notify.ts'
import { disagreementWords } from './disagreement-words.ts'

/** Resolves a disagreement and reports the outcome. */
function useMend({ kind, id }: Disagreement) {
  const { isRunning, attempt } = useAttempt()
  const { done, still } = disagreementWords[kind]

  const mend = () =>
    attempt('mend', async () => {
      const param = { kind, id: encodeURIComponent(id) }
      const { agrees } = await (await api.payments.disagreements[':kind'][':id'].$post({ param })).json()
      void (agrees ? notifySuccess(done) : notifyError(still))
    })
  return { busy: isRunning('mend'), mend }
}

/** The one action that resolves a disagreement; it asks before money moves. */
export function MendButton({ one }: { one: Disagreement }) {
  const { busy, mend } = useMend(one)
  const [asking, setAsking] = useState(false)
  const { button, busy: busyLabel, asks } = disagreementWords[one.kind]
  if (one.link) {
    return (
      <a className="btn btn-outline btn-small" href={one.link} target="_blank" rel="noreferrer">
        Answer <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
        <span className="sr-only">the dispute about {one.orderNumber} at the card provider, in a new tab</span>
      </a>
    )
  }
  return (
    <>
      <Button
        variant="outline"
        size="small"
        aria-label={`${button}: ${one.orderNumber ?? one.id}`}
        busy={busy && !asks}
        busyLabel={busyLabel}
        onClick={() => (asks ? setAsking(true) : void mend())}
      >
        {button}
      </Button>
      {asks && (
        <ConfirmDialog
          title={messages.confirmDelete}
          isOpen={asking}
          confirmLabel={button}
          confirmVariant="primary"
          keepLabel="Cancel"
          busy={busy}
          busyLabel={busyLabel}
          onConfirm={async () => {
            await mend()
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        >
          {asks(one)}
        </ConfirmDialog>
      )}
    </>
  )
}
