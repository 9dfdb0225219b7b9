import { Check, CircleAlert, Clock } from 'lucide-react'
import type { MailState, MailSummary } from '#features/mails/schema.ts'
import { Badge } from '#web/ui/badge.tsx'
import { counted } from '#web/ui/format.ts'

const small = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The names of the states, failed first, since those need attention. */
export const mailStateNames = { failed: 'Failed', queued: 'Waiting', sent: 'Sent' } as const satisfies Record<
  MailState,
  string
>

/** The state of a mail in shape, word and colour. */
export function MailBadge({ state }: { state: MailState }) {
  const name = mailStateNames[state]
  if (state === 'failed') {
    return (
      <Badge tone="err" icon={<CircleAlert {...small} />}>
        {name}
      </Badge>
    )
  }
  if (state === 'queued') {
    return (
      <Badge tone="warn" icon={<Clock {...small} />}>
        {name}
      </Badge>
    )
  }
  return (
    <Badge tone="ok" icon={<Check {...small} />}>
      {name}
    </Badge>
  )
}

/** The kind of message in words: `order-shipped` becomes Order shipped. */
export function kindInWords(kind: string): string {
  const words = kind.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** The number of attempts, and why the last one failed. */
export function triesOf({ attempts, reason }: Pick<MailSummary, 'attempts' | 'reason'>): string {
  const tries = counted(attempts, 'try', 'tries')
  return reason ? `${tries}. ${reason}` : tries
}
