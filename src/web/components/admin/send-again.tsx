import type { MailSummary } from '#features/mails/schema.ts'
import { api } from '#web/lib/api.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { Button } from '#web/ui/button.tsx'
import { notifySuccess } from '#web/ui/notify.ts'

/** Puts a failed mail back in the queue. */
export function SendAgain({ mail }: { mail: MailSummary }) {
  const { isRunning, attempt } = useAttempt()

  const send = () =>
    attempt('send', async () => {
      await api.mails[':mailId'].send.$post({ param: { mailId: mail._id } })
      void notifySuccess(`The e-mail to ${mail.recipient} will be sent again`)
    })

  return (
    <Button
      variant="outline"
      size="small"
      aria-label={`Send again: ${mail.subject}, to ${mail.recipient}`}
      busy={isRunning('send')}
      busyLabel="Sending"
      onClick={() => void send()}
    >
      Send again
    </Button>
  )
}
