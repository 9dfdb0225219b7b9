import type { Order } from '#features/orders/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { CardForm } from '#web/components/card-form/card-form.tsx'
import { useSettings } from '#web/root.tsx'
import { SandboxBanner } from '#web/ui/sandbox-banner.tsx'
import { ErrorState } from '#web/ui/state-blocks.tsx'
import { useClientSecret } from './use-client-secret.ts'

type PayByCardProps = { order: Order; onPaid: () => Promise<void> }

/** The card form of an unpaid order. Pay stays disabled until the payment secret is here. */
export function PayByCard({ order, onPaid }: PayByCardProps) {
  const payment = useSettings()?.payment ?? { mode: 'off' as const }
  if (payment.mode === 'off') {
    return (
      <p className="max-w-[34em] border-l-3 border-warn pl-4">
        Card payment is not set up in this shop. Your order stands; write to us about how to pay it.
      </p>
    )
  }
  return <CardPayment payment={payment} order={order} onPaid={onPaid} />
}

type CardPaymentProps = PayByCardProps & { payment: Parameters<typeof CardForm>[0]['payment'] }

function CardPayment({ payment, order, onPaid }: CardPaymentProps) {
  const { clientSecret, problem, retry } = useClientSecret(order)
  return (
    <div className="grid gap-8">
      {payment.mode === 'sandbox' && (
        <SandboxBanner title="Payment sandbox.">No money moves here. Use one of the test cards below.</SandboxBanner>
      )}
      {problem && <ErrorState onRetry={retry}>The payment could not be prepared. {problem}</ErrorState>}
      <CardForm
        payment={payment}
        clientSecret={clientSecret}
        amountLabel={formatMoney(order.totalAmount, order.currency)}
        billingName={order.name}
        onPaid={onPaid}
      />
    </div>
  )
}
