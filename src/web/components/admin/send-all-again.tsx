import { api } from '#web/lib/api.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { Button } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format.ts'
import { notifySuccess } from '#web/ui/notify.ts'

/** Puts every failed mail that can still be sent back in the queue. */
export function SendAllAgain() {
  const { isRunning, attempt } = useAttempt()

  const send = () =>
    attempt('send', async () => {
      const { queued, left } = await (await api.mails['send-failed'].$post()).json()
      void notifySuccess(wordsFor(queued, left))
    })

  return (
    <Button variant="outline" busy={isRunning('send')} busyLabel="Sending" onClick={() => void send()}>
      Send all again
    </Button>
  )
}

function wordsFor(queued: number, left: number): string {
  const sent = queued === 1 ? '1 e-mail will be sent again.' : `${formatCount(queued)} e-mails will be sent again.`
  if (left === 0) return sent
  return `${queued === 0 ? 'None of them can be sent again.' : sent} ${formatCount(left)} stay${left === 1 ? 's' : ''} here.`
}
