import { lazy, Suspense } from 'react'
import type { PaymentMode } from '#features/payments/schema.ts'
import { ContactWays } from '#web/components/contact-ways.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CardFormProps } from './use-card-payment.ts'

// Each form loads only where it is used: the payment page of a shop with Stripe's keys never loads the sandbox's.
const StripeCardForm = lazy(() => import('./stripe-card-form.tsx'))
const SandboxCardForm = lazy(() => import('./sandbox-card-form.tsx'))

/**
 * Takes a card payment through Stripe's own elements or the sandbox's form. `onPaid` is called once the provider has the
 * money or is processing it; if it throws, a message is shown, and no second payment is possible. `onEnded` is called when the
 * payment was stopped meanwhile.
 */
export function CardForm({ payment, ...props }: CardFormProps & { payment: PaymentMode }) {
  if (payment.mode === 'off') {
    return (
      <p role="note">
        This shop does not take cards yet. Your order stays held: to pay another way, <ContactWays />.
      </p>
    )
  }
  return (
    <Suspense fallback={<FormSkeleton />}>
      {payment.mode === 'stripe' ? (
        <StripeCardForm publishableKey={payment.publishableKey} {...props} />
      ) : (
        <SandboxCardForm {...props} />
      )}
    </Suspense>
  )
}

/** The form's skeleton, in the same geometry. */
function FormSkeleton() {
  return (
    <div className="grid gap-6" role="status" aria-label="Loading the card form">
      <Skeleton className="mt-7 h-14 w-full" />
      <Skeleton className="mt-7 h-14 w-full" />
      <Skeleton className="mt-7 h-14 w-full" />
      <Skeleton className="h-15 w-full" />
    </div>
  )
}
