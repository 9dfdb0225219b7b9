import { useState } from 'react'
import { useNavigate } from 'react-router'
import { cancelHindrance, leftToShip, mayTake, parcelsOnTheirWay } from '#features/orders/rules.ts'
import type { Order, OrderEvent } from '#features/orders/schema.ts'
import { CancelOrder } from '#web/components/orders/cancel-order.tsx'
import { api } from '#web/lib/api.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { isPaidByCard } from '#web/lib/money-words.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { KeyList } from './key-list.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { ShipDialog } from './ship-dialog.tsx'

type ActionsProps = { order: Order; events: readonly OrderEvent[] }

/** What staff can do with an order now. The next step has the lime button. */
export function OrderActions({ order, events }: ActionsProps) {
  const [shipping, setShipping] = useState(false)
  const [refunding, setRefunding] = useState(false)
  const { isRunning, attempt } = useAttempt()
  const navigate = useNavigate()
  const param = { orderId: order._id }
  const left = order.lines.some((line) => leftToShip(line) > 0)
  const canShip = mayTake('ship', order.state) && left
  const canPack = canShip && order.packedAt === null
  const canDeliver = mayTake('deliver', order.state) && parcelsOnTheirWay(events) > 0
  const take = (step: string, call: () => Promise<unknown>, done: string) =>
    attempt(step, async () => {
      try {
        await call()
        void notifySuccess(done)
      } finally {
        passFocusOn('main h1')
      }
    })
  const pack = () => take('pack', () => api.order[':orderId'].pack.$post({ param }), 'Marked as packed')
  const deliver = () =>
    take('deliver', () => api.order[':orderId'].deliver.$post({ param, json: {} }), 'Marked as delivered')
  const ship = () => setShipping(true)
  const canRefund = mayTake('refund', order.state) && order.refundedAmount < order.totalAmount
  const refund = () => setRefunding(true)
  const shortcuts = {
    ...(canPack && { p: () => void pack() }),
    ...(canShip && { s: ship }),
    ...(canDeliver && { d: () => void deliver() }),
    ...(canRefund && { r: refund }),
    n: () => document.querySelector<HTMLElement>('[data-note]')?.focus(),
    u: () => void navigate('/dashboard/orders'),
  }
  return (
    <div className="flex flex-wrap gap-3">
      <OrderKeys shortcuts={shortcuts} />
      {!cancelHindrance(order, 'staff') && <CancelOrder order={order} />}
      {canRefund && (
        <Button variant="outline" onClick={refund}>
          Refund…
        </Button>
      )}
      {canDeliver && (
        <Button
          variant={canShip ? 'outline' : 'primary'}
          busy={isRunning('deliver')}
          busyLabel="Saving"
          onClick={() => void deliver()}
        >
          Mark delivered
        </Button>
      )}
      {canPack && (
        <Button variant="primary" busy={isRunning('pack')} busyLabel="Saving" onClick={() => void pack()}>
          Mark packed
        </Button>
      )}
      {canShip && (
        <Button variant={canPack ? 'outline' : 'primary'} onClick={ship}>
          Ship…
        </Button>
      )}
      <ShipDialog
        order={order}
        parcelsBefore={events.filter(({ kind }) => kind === 'shipped').length}
        isOpen={shipping}
        onClose={() => setShipping(false)}
      />
      <RefundDialog
        order={order}
        byCard={isPaidByCard(order, events)}
        disputed={isDisputed(events)}
        isOpen={refunding}
        onClose={() => setRefunding(false)}
      />
    </div>
  )
}

/** Whether a dispute was opened and not decided since. */
const isDisputed = (events: readonly OrderEvent[]): boolean =>
  events.findLast(({ kind }) => kind.startsWith('dispute-'))?.kind === 'dispute-opened'

const keys: readonly (readonly [string, string])[] = [
  ['p', 'Mark packed'],
  ['s', 'Ship'],
  ['d', 'Mark delivered'],
  ['r', 'Refund'],
  ['n', 'Write a note'],
  ['u', 'Back to the list'],
  ['?', 'These keys'],
]

function OrderKeys({ shortcuts }: { shortcuts: Record<string, () => void> }) {
  const [telling, setTelling] = useState(false)
  useShortcuts({ ...shortcuts, '?': () => setTelling(true) })
  return (
    <Dialog title="Keyboard" isOpen={telling} onClose={() => setTelling(false)}>
      <KeyList keys={keys} />
    </Dialog>
  )
}
