import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { leftToShip, mayTake, parcelsOnTheirWay } from '#features/orders/rules.ts'
import type { Order, OrderEvent } from '#features/orders/schema.ts'
import { CancelOrder } from '#web/components/orders/cancel-order.tsx'
import { api } from '#web/lib/api.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { isPaidByCard } from '#web/lib/money-words.ts'
import { isOutOfReach } from '#web/lib/out-of-reach.ts'
import { problemText } from '#web/lib/problem.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { notifyError, notifySuccess } from '#web/ui/notify.ts'
import { KeyList } from './key-list.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { ShipDialog } from './ship-dialog.tsx'

type ActionsProps = { order: Order; events: readonly OrderEvent[] }

/** What staff can do with an order now. What comes next has the lime button. */
export function OrderActions({ order, events }: ActionsProps) {
  const [shipping, setShipping] = useState(false)
  const [refunding, setRefunding] = useState(false)
  const { isRunning, run } = useStep()
  const navigate = useNavigate()
  const param = { orderId: order._id }
  const left = order.lines.some((line) => leftToShip(line) > 0)
  const canShip = mayTake('ship', order.state) && left
  const canPack = canShip && order.packedAt === null
  const canDeliver = mayTake('deliver', order.state) && parcelsOnTheirWay(events) > 0
  const pack = () => run('pack', () => api.order[':orderId'].pack.$post({ param }), 'Marked as packed')
  const deliver = () =>
    run('deliver', () => api.order[':orderId'].deliver.$post({ param, json: {} }), 'Marked as delivered')
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
      {mayTake('cancel', order.state) && <CancelOrder order={order} />}
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

/** Takes steps, tells how each went, and shows the order as it is then. Another step may be taken while one is on its way. */
function useStep() {
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  const { revalidate } = useRevalidator()
  async function run(step: string, call: () => Promise<unknown>, done: string): Promise<void> {
    // A key has no button that would be busy.
    if (running.has(step)) return
    setRunning((now) => new Set([...now, step]))
    let answered = true
    try {
      await call()
      void notifySuccess(done)
    } catch (error) {
      void notifyError(problemText(error))
      answered = !isOutOfReach(error)
    }
    passFocusOn('main h1')
    // Also after a refusal: somebody else may have taken the step.
    if (answered) await revalidate()
    setRunning((now) => new Set([...now].filter((each) => each !== step)))
  }
  return { isRunning: (step: string) => running.has(step), run }
}

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
