import { Check, Clock, LoaderCircle, Package, TimerOff, Truck, Undo2, X } from 'lucide-react'
import { messages } from '#content/messages.ts'
import type { Order, OrderState } from '#features/orders/schema.ts'
import { Badge, type BadgeProps } from './badge.tsx'

const small = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const check = <Check {...small} />

const settled: Record<Exclude<OrderState, 'placed'>, BadgeProps> = {
  confirmed: { tone: 'ok', icon: check, children: 'On account' },
  paid: { tone: 'ok', icon: check, children: messages.paid },
  shipped: { tone: 'ok', icon: check, children: `${messages.paid}, shipped` },
  delivered: { tone: 'ok', icon: check, children: `${messages.paid}, delivered` },
  refunded: { tone: 'err', icon: <Undo2 {...small} />, children: 'Refunded' },
  cancelled: { icon: <X {...small} />, children: 'Cancelled' },
  expired: { icon: <TimerOff {...small} />, children: 'Expired' },
}

type Shown = Pick<Order, 'state' | 'processing' | 'heldUntil' | 'dueAt' | 'owedAmount' | 'refundedTo'>
/** The progress of the parcels: a full order has its lines; one in staff's list only says whether it is packed or partly sent. */
type Parcels = {
  lines?: readonly Pick<Order['lines'][number], 'shipped'>[]
  packedAt?: string | null
  packed?: boolean
  partSent?: boolean
}
type OrderBadgeProps = { order: Shown & Parcels; now: Date }

/** The state of an order in shape, word and colour. `now` decides how long its stock is still held. */
export function OrderBadge({ order, now }: OrderBadgeProps) {
  const state = <StateBadge order={order} now={now} />
  const parcels = parcelsOf(order)
  return parcels ? (
    <span className="inline-flex flex-wrap gap-2 in-[.number]:justify-end">
      {state}
      <Badge {...parcels} />
    </span>
  ) : (
    state
  )
}

/** What has been sent or packed of an order that has not been sent completely. */
function parcelsOf(order: Shown & Parcels) {
  const { state, lines = [], packedAt = null, packed = packedAt !== null } = order
  if (state !== 'paid' && state !== 'confirmed') return undefined
  const { partSent = lines.some(({ shipped }) => shipped > 0) } = order
  if (partSent) return { icon: <Truck {...small} />, children: packed ? 'Part shipped, rest packed' : 'Part shipped' }
  return packed ? { icon: <Package {...small} />, children: 'Packed' } : undefined
}

function StateBadge({ order, now }: { order: Shown; now: Date }) {
  if (order.processing) {
    return (
      <Badge tone="warn" icon={<LoaderCircle {...small} />}>
        Processing
      </Badge>
    )
  }
  if (order.owedAmount > 0) return <OwedBadge order={order} now={now} />
  if (order.state === 'refunded' && order.refundedTo === 'account') return <Badge {...settled.refunded}>Credited</Badge>
  if (order.state !== 'placed') return <Badge {...settled[order.state]} />
  const hours = Math.max(0, Math.floor((Date.parse(order.heldUntil) - now.getTime()) / 3_600_000))
  return (
    <Badge tone="warn" icon={<Clock {...small} />}>
      Held {hours > 0 ? `${hours} h` : 'under 1 h'}
    </Badge>
  )
}

const owed: Partial<Record<OrderState, string>> = { shipped: ', shipped', delivered: ', delivered' }

/** An order on account that is not fully paid yet. */
function OwedBadge({ order: { state, dueAt }, now }: { order: Shown; now: Date }) {
  const isOverdue = dueAt !== null && Date.parse(dueAt) < now.getTime()
  const words = `${isOverdue ? 'Overdue' : 'On account'}${owed[state] ?? ''}`
  return (
    <Badge tone={isOverdue ? 'err' : 'ok'} icon={isOverdue ? <TimerOff {...small} /> : check}>
      {words}
    </Badge>
  )
}
