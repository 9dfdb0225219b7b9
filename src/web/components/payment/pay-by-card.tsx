import type { Order } from '#features/orders/schema.ts'
import type { PaymentMode } from '#features/payments/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { CardForm } from '#web/components/card-form/card-form.tsx'
import type { CardFormProps } from '#web/components/card-form/use-card-payment.ts'
import { ErrorState } from '#web/ui/state-blocks.tsx'
import { useClientSecret } from './use-client-secret.ts'

type PayByCardProps = {
  order: Order
  payment: PaymentMode
  /** The bank processed a card, but did not pay in the end. */
  failedBefore: boolean
  onPaid: CardFormProps['onPaid']
  /** Reads the order again. */
  onEnded: CardFormProps['onEnded']
}

/** The card form of an unpaid order. Pay stays disabled until the payment secret is here. */
export function PayByCard({ order, payment, failedBefore, onPaid, onEnded }: PayByCardProps) {
  const { clientSecret, problem, retry } = useClientSecret(order, payment.mode !== 'off')
  return (
    <div className="grid gap-8">
      {failedBefore && (
        <p role="alert" className="border-l-3 border-err pl-4">
          The bank did not approve the payment, and no money was taken. Try again, or use another card.
        </p>
      )}
      {problem && <ErrorState onRetry={retry}>The payment could not be started. {problem}</ErrorState>}
      <CardForm
        payment={payment}
        clientSecret={clientSecret}
        amountLabel={formatMoney(order.totalAmount, order.currency)}
        billingName={order.name}
        onPaid={onPaid}
        onEnded={async () => {
          await onEnded()
          retry()
        }}
      />
    </div>
  )
}
