import { site } from '#content/site.ts'
import { PaymentNotice } from '#web/components/card-form/payment-notice.tsx'
import { OrderOutcome } from '#web/components/payment/order-outcome.tsx'
import { OrderPlate } from '#web/components/payment/order-plate.tsx'
import { PayByCard } from '#web/components/payment/pay-by-card.tsx'
import { Waiting } from '#web/components/payment/waiting.tsx'
import { useSettlement } from '#web/components/payment/use-settlement.ts'
import { requireSession } from '#web/lib/guards.ts'
import { orderById } from '#web/lib/order-by-id.ts'
import { useSettings } from '#web/root.tsx'
import type { Route } from './+types/payment'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireSession(request)
  return { order: await orderById(params.orderId) }
}

export const meta = () => [{ title: `Payment · ${site.name}` }]

export default function PaymentPage({ loaderData }: Route.ComponentProps) {
  const { order, followed, settlement, settle } = useSettlement(loaderData.order)
  const payment = useSettings()?.payment ?? { mode: 'off' }
  const open = order.state === 'placed'
  return (
    <>
      <h1 className="mb-7 text-h1-quiet">Payment</h1>
      {open && <PaymentNotice payment={payment} />}
      <div className="mt-8 grid gap-10 lg:grid-cols-12 lg:gap-x-14">
        <div className="min-w-0 lg:col-span-7">
          {!open && <OrderOutcome order={order} takesFocus={followed} />}
          {open && settlement === 'none' && (
            <PayByCard key={order._id} order={order} payment={payment} onPaid={settle} />
          )}
          {open && settlement !== 'none' && <Waiting settlement={settlement} />}
        </div>
        <div className="lg:col-span-5">
          <OrderPlate order={order} />
        </div>
      </div>
    </>
  )
}
