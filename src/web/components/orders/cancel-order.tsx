import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { messages } from '#content/messages.ts'
import type { Order } from '#features/orders/schema.ts'
import { api } from '#web/lib/api.ts'
import { isOutOfReach } from '#web/lib/out-of-reach.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { problemText } from '#web/lib/problem.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { notifyError, notifySuccess } from '#web/ui/notify.ts'
import { Spoken } from '#web/ui/spoken.tsx'

/** Gives an unpaid order up, after asking. */
export function CancelOrder({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()

  async function cancel(): Promise<void> {
    setBusy(true)
    let answered = true
    try {
      await api.order[':orderId'].cancel.$post({ param: { orderId: order._id } })
      void notifySuccess(`Order ${order.number} was cancelled`)
    } catch (error) {
      void notifyError(problemText(error))
      answered = !isOutOfReach(error)
    }
    setBusy(false)
    passFocusOn(`main a[href="/dashboard/orders/${order._id}"]`, 'main h1')
    setAsking(false)
    // Also after a refusal: the order may have been paid or cancelled elsewhere in the meantime.
    if (answered) await revalidate()
  }

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
        busy={busy}
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
