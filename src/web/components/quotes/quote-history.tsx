import { Ban, Check, MessageSquareText, Send, TimerOff, Undo2, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { WholeQuote } from '#features/quotes/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { useSettings } from '#web/lib/settings.ts'
import { formatDate } from '#web/ui/format.ts'
import { momentFor } from '#web/ui/shop-moment.ts'
import { Spoken } from '#web/ui/spoken.tsx'

type Event = WholeQuote['events'][number]

const shown: Record<Event['kind'], { icon: LucideIcon; title: string }> = {
  message: { icon: MessageSquareText, title: 'Message' },
  offered: { icon: Send, title: 'Offer made' },
  accepted: { icon: Check, title: 'Accepted' },
  declined: { icon: Ban, title: 'Declined' },
  expired: { icon: TimerOff, title: 'Expired' },
  withdrawn: { icon: Undo2, title: 'Withdrawn' },
}

/** The events and messages since a quote was asked for, oldest first. */
export function QuoteHistory({ quote }: { quote: WholeQuote }) {
  const { createdAt, name, note, events, isStaff, currency } = quote
  const tax = useSettings()?.tax
  const untaxed = tax?.prices === 'exclusive' ? ` without ${tax.name}` : ''
  const by = ({ byStaff, by: author, kind }: Event): ReactNode => {
    if (kind === 'expired') return null
    if (isStaff) return <By>{author ?? name}</By>
    return byStaff ? ', by us' : ', by you'
  }
  const titleOf = ({ kind, total }: Event): string =>
    shown[kind].title + (total === undefined ? '' : `: ${formatMoney(total, currency)}${untaxed}`)
  return (
    <ol className="timeline">
      <Entry
        icon={MessageSquareText}
        title="Requested"
        at={createdAt}
        by={isStaff ? <By>{name}</By> : ', by you'}
        text={note}
        isStaff={isStaff}
      />
      {events.map((event) => (
        <Entry
          key={event._id}
          icon={shown[event.kind].icon}
          title={titleOf(event)}
          at={event.at}
          by={by(event)}
          validUntil={event.validUntil}
          text={event.text}
          isStaff={isStaff}
        />
      ))}
    </ol>
  )
}

const By = ({ children: name }: { children: string }) => (
  <>
    , by <Spoken>{name}</Spoken>
  </>
)

type EntryProps = {
  icon: LucideIcon
  title: string
  at: string
  by: ReactNode
  validUntil?: string | undefined
  text: string | null
  isStaff: boolean
}

function Entry({ icon: Icon, title, at, by, validUntil, text, isStaff }: EntryProps) {
  return (
    <li>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <div className="min-w-0">
        <p className="font-[540]">{title}</p>
        <p className="text-small text-ink-2">
          <time dateTime={at}>{momentFor(isStaff)(at)}</time>
          {by}
        </p>
        {validUntil && <p className="pt-1.5">Valid until {formatDate(validUntil)}</p>}
        {text && (
          <p className="pt-1.5 wrap-anywhere whitespace-pre-line" lang={langOf(text)}>
            {text}
          </p>
        )}
      </div>
    </li>
  )
}
