import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { MailSummary } from '#features/mails/schema.ts'
import { api } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem.ts'
import { Button } from '#web/ui/button.tsx'
import { notifyError, notifySuccess } from '#web/ui/notify.ts'

/** Gives a failed mail back to the queue. */
export function SendAgain({ mail }: { mail: MailSummary }) {
  const [sending, setSending] = useState(false)
  const { revalidate } = useRevalidator()

  async function send(): Promise<void> {
    setSending(true)
    try {
      await api.mails[':mailId'].send.$post({ param: { mailId: mail._id } })
      void notifySuccess(`The mail to ${mail.recipient} will be sent again`)
    } catch (error) {
      void notifyError(problemText(error))
    }
    // Also after a failure: somebody else may have sent it meanwhile.
    await revalidate()
    setSending(false)
  }

  return (
    <Button
      variant="outline"
      size="small"
      aria-label={`Send again: ${mail.subject}, to ${mail.recipient}`}
      busy={sending}
      busyLabel="Sending"
      onClick={() => void send()}
    >
      Send again
    </Button>
  )
}
