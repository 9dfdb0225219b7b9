import {
  Ban,
  BadgeCheck,
  CalendarClock,
  CircleAlert,
  ClipboardPen,
  Clock,
  CreditCard,
  PackageCheck,
  PackageOpen,
  ShieldAlert,
  ShoppingCart,
  TimerOff,
  Truck,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import { Fragment } from 'react'
import type { Order, OrderEvent, OrderEventKind } from '#features/orders/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { plainCode } from '#web/lib/money-words.ts'
import { formatCount } from '#web/ui/format.ts'
import { momentFor } from '#web/ui/shop-moment.ts'
import { Spoken } from '#web/ui/spoken.tsx'

const shown: Record<OrderEventKind, { icon: LucideIcon; title: string }> = {
  placed: { icon: ShoppingCart, title: 'Order placed' },
  paid: { icon: CreditCard, title: 'Paid' },
  'part-paid': { icon: CreditCard, title: 'Paid in part' },
  overdue: { icon: CalendarClock, title: 'Payment reminder sent, overdue' },
  packed: { icon: PackageCheck, title: 'Packed' },
  shipped: { icon: Truck, title: 'Shipped' },
  delivered: { icon: PackageOpen, title: 'Delivered' },
  cancelled: { icon: Ban, title: 'Cancelled' },
  expiring: { icon: Clock, title: 'Payment reminder sent' },
  expired: { icon: TimerOff, title: 'Expired, not paid in time' },
  refunded: { icon: Undo2, title: 'Refunded' },
  'refund-failed': { icon: CircleAlert, title: 'Refund failed' },
  'dispute-opened': { icon: ShieldAlert, title: 'Payment disputed at the bank' },
  'dispute-won': { icon: BadgeCheck, title: 'Dispute won' },
  'dispute-lost': { icon: ShieldAlert, title: 'Dispute lost' },
  note: { icon: ClipboardPen, title: 'Note' },
}

type TimelineProps = { order: Order; events: readonly OrderEvent[]; staff: boolean }

/** The history of an order, oldest first. */
export function Timeline({ order, events, staff }: TimelineProps) {
  return (
    <ol className="timeline">
      {events.map((event) => (
        <Entry key={event._id} event={event} order={order} staff={staff} />
      ))}
    </ol>
  )
}

function titleOf({ kind, onAccount, returned }: OrderEvent): string {
  if (kind === 'refunded' && onAccount) return 'Credited'
  return kind === 'refunded' && returned ? 'Payment received and sent back' : shown[kind].title
}

function Entry({ event, order, staff }: Omit<TimelineProps, 'events'> & { event: OrderEvent }) {
  const { kind, amount, carrier, tracking, trackingUrl, lines = [], reason, note, restock } = event
  const { icon: Icon } = shown[kind]
  return (
    <li>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <div className="min-w-0">
        <p className="font-[540]">
          {titleOf(event)}
          {amount !== undefined && `: ${formatMoney(amount, order.currency)}`}
        </p>
        <p className="text-small text-ink-2">
          <time dateTime={event.at}>{momentFor(staff)(event.at)}</time>
          {event.by && (
            <>
              , by <Spoken>{event.by}</Spoken>
            </>
          )}
        </p>
        {carrier && (
          <p className="pt-1.5 wrap-anywhere">
            <Spoken>{carrier}</Spoken>
            {tracking && ', '}
            {trackingUrl ? (
              <a className="text-link" href={trackingUrl} target="_blank" rel="noreferrer">
                {tracking}
                <span className="sr-only"> (opens the carrier’s page)</span>
              </a>
            ) : (
              tracking && <Spoken>{tracking}</Spoken>
            )}
          </p>
        )}
        {lines.length > 0 && (
          <p className="pt-1.5 text-small text-ink-2">
            <Contents lines={lines} order={order} />
          </p>
        )}
        {reason && (
          <p className="pt-1.5 wrap-anywhere">
            <Spoken>{kind.startsWith('dispute-') ? plainCode(reason) : reason}</Spoken>
            {restock && <span className="text-ink-2"> (back in stock)</span>}
          </p>
        )}
        {note && (
          <p className="pt-1.5 wrap-anywhere whitespace-pre-line" lang={langOf(note)}>
            {note}
          </p>
        )}
      </div>
    </li>
  )
}

/** The pieces by product name. */
function Contents({ lines, order }: { lines: NonNullable<OrderEvent['lines']>; order: Order }) {
  const nameOf = (at: number) => order.lines.find(({ position }) => position === at)?.productName ?? `line ${at}`
  return lines.map(({ position, quantity }, n) => (
    <Fragment key={position}>
      {n > 0 && ', '}
      {formatCount(quantity)} × <Spoken>{nameOf(position)}</Spoken>
    </Fragment>
  ))
}
