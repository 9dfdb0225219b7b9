import { lazy, Suspense } from 'react'
import { site } from '#content/site.ts'
import type { Order } from '#features/orders/schema.ts'
import { PaymentNotice } from '#web/components/card-form/payment-notice.tsx'
import { OrderOutcome } from '#web/components/payment/order-outcome.tsx'
import { OrderPlate } from '#web/components/payment/order-plate.tsx'
import { PayByCard } from '#web/components/payment/pay-by-card.tsx'
import { Waiting } from '#web/components/payment/waiting.tsx'
import { useSettlement } from '#web/components/payment/use-settlement.ts'
import { takesCard } from '#web/lib/awaits-money.ts'
import { requireSession } from '#web/lib/guards.ts'
import { orderById } from '#web/lib/order-by-id.ts'
import { useSettings } from '#web/lib/settings.ts'
import type { Route } from './+types/payment'

// Only a sandbox has test cards: the payment page of a shop with real keys never loads them.
const TestCards = lazy(() => import('#web/components/card-form/test-cards.tsx'))

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireSession(request)
  return { order: await orderById(params.orderId) }
}

export const meta = () => [{ title: `Payment · ${site.name}` }]

export default function PaymentPage({ loaderData: { order } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-7 text-h1-quiet">Payment</h1>
      <Payment key={order._id} loaded={order} />
    </>
  )
}

/**
 * The order and its destination come before the payment, on a small screen above the card form. Once there is nothing to pay,
 * the outcome comes first.
 */
function Payment({ loaded }: { loaded: Order }) {
  const { order, followed, settlement, confirmed, renew } = useSettlement(loaded)
  const payment = useSettings()?.payment ?? { mode: 'off' }
  const asksForCard = takesCard(order) && (settlement === 'none' || settlement === 'failed')
  const plate = (
    <div className="payment-order">
      <OrderPlate order={order} />
    </div>
  )
  if (!asksForCard) {
    return (
      <div className="payment">
        {takesCard(order) ? (
          <Waiting takesFocus={!loaded.processing} />
        ) : (
          <OrderOutcome order={order} takesFocus={followed} />
        )}
        {plate}
      </div>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <PaymentNotice payment={payment} />
      <div className="payment">
        {plate}
        <PayByCard
          order={order}
          payment={payment}
          failedBefore={settlement === 'failed'}
          onPaid={confirmed}
          onEnded={renew}
        />
        {payment.mode === 'sandbox' && (
          <Suspense fallback={null}>
            <TestCards />
          </Suspense>
        )}
      </div>
    </div>
  )
}
