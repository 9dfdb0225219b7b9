import type { Order } from '#features/orders/schema.ts'
import { orderAgainPath } from '#web/lib/order-again.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { nextSteps } from './next-steps.ts'

/** What the buyer can do next with an order, on the order's own page. */
export function BuyerSteps({ order }: { order: Order }) {
  const steps = nextSteps(order)
  return (
    <div className="flex flex-wrap gap-3">
      {steps.includes('cancel') && <CancelOrder order={order} />}
      {steps.includes('receipt') && <ButtonLink to={`/dashboard/receipt/${order._id}`}>Receipt</ButtonLink>}
      {steps.includes('again') && (
        <ButtonLink to={orderAgainPath(order)} variant="outline">
          Order again
        </ButtonLink>
      )}
      {steps.includes('payment') && (
        <ButtonLink to={`/dashboard/payment/${order._id}`} variant="primary">
          Payment
        </ButtonLink>
      )}
    </div>
  )
}
