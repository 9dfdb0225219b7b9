import { useState } from 'react'
import { messages } from '#content/messages.ts'
import type { Order } from '#features/orders/schema.ts'
import { api } from '#web/lib/api.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { Spoken } from '#web/ui/spoken.tsx'

/** Cancels an unpaid order after confirmation. */
export function CancelOrder({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false)
  const { isRunning, attempt } = useAttempt()

  const cancel = () =>
    attempt('cancel', async () => {
      try {
        await api.order[':orderId'].cancel.$post({ param: { orderId: order._id } })
        void notifySuccess(`Order ${order.number} was cancelled`)
      } finally {
        passFocusOn(`main a[href="/dashboard/orders/${order._id}"]`, 'main h1')
        setAsking(false)
      }
    })

  return (
    <>
      <button
        type="button"
        className="text-link"
        aria-label={`Cancel order ${order.number}`}
        onClick={() => setAsking(true)}
      >
        Cancel
      </button>
      <ConfirmDialog
        title={messages.confirmDelete}
        isOpen={asking}
        confirmLabel="Cancel order"
        keepLabel="Keep it"
        busy={isRunning('cancel')}
        busyLabel="Cancelling"
        onConfirm={cancel}
        onClose={() => setAsking(false)}
      >
        Order {order.number} for <Spoken>{order.productName}</Spoken> will be cancelled, and its stock goes back on
        sale.
      </ConfirmDialog>
    </>
  )
}
