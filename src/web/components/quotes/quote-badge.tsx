import { Check, Clock, MessageSquareText, TimerOff, Undo2, X } from 'lucide-react'
import type { Quote } from '#features/quotes/schema.ts'
import { Badge } from '#web/ui/badge.tsx'

const small = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const states: Record<Quote['state'], Parameters<typeof Badge>[0]> = {
  asked: { tone: 'warn', icon: <Clock {...small} />, children: 'Requested' },
  offered: { tone: 'ok', icon: <MessageSquareText {...small} />, children: 'Offered' },
  accepted: { tone: 'ok', icon: <Check {...small} />, children: 'Accepted' },
  declined: { icon: <X {...small} />, children: 'Declined' },
  expired: { icon: <TimerOff {...small} />, children: 'Expired' },
  withdrawn: { icon: <Undo2 {...small} />, children: 'Withdrawn' },
}

/** The state of a quote in shape, word and colour. */
export const QuoteBadge = ({ state }: Pick<Quote, 'state'>) => <Badge {...states[state]} />
