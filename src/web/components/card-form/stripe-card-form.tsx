import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import type { PaymentIntent, Stripe, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PayButton } from './pay-button.tsx'
import { standingOf, type Standing } from './standing.ts'
import { StripeField } from './stripe-field.tsx'
import { trustStripe } from './stripe-trust.ts'
import { type CardFormProps, useCardPayment } from './use-card-payment.ts'

/** Stripe's own card fields: the card goes from the browser to Stripe and never through the shop. */
export default function StripeCardForm({ publishableKey, ...props }: CardFormProps & { publishableKey: string }) {
  const { stripe, failed, retry } = useStripeScript(publishableKey)
  return (
    <Elements stripe={stripe}>
      <StripeFields {...props} scriptFailed={failed} />
      {failed && (
        <Button variant="outline" className="mt-4" onClick={retry}>
          Try again
        </Button>
      )}
    </Elements>
  )
}

function StripeFields({
  clientSecret,
  amountLabel,
  billingName,
  onPaid,
  onEnded,
  scriptFailed,
}: CardFormProps & { scriptFailed: boolean }) {
  const stripe = useStripe()
  const elements = useElements()
  const [name, setName] = useState(billingName)
  const read = stripe ? async (secret: string) => standingIn(await stripe.retrievePaymentIntent(secret)) : undefined
  const payment = useCardPayment({ clientSecret, read, onPaid, onEnded })

  async function pay(event: FormEvent): Promise<void> {
    event.preventDefault()
    const card = elements?.getElement(CardNumberElement)
    if (!stripe || !card || !clientSecret || payment.phase !== 'ready') return
    await payment.attempt(async () =>
      standingIn(
        await stripe.confirmCardPayment(clientSecret, { payment_method: { card, billing_details: { name } } }),
      ),
    )
  }

  return (
    <form method="post" noValidate onSubmit={pay} className="field-large grid gap-6">
      <StripeField label="Card number" element={CardNumberElement} options={{ showIcon: true }} />
      <div className="grid grid-cols-2 items-start gap-5">
        <StripeField label="Expiry" element={CardExpiryElement} />
        <StripeField label="CVC" element={CardCvcElement} />
      </div>
      <Field
        label="Name on card"
        autoComplete="cc-name"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <PayButton
        amountLabel={amountLabel}
        phase={payment.phase}
        waitsFor={waitsFor(scriptFailed, stripe, clientSecret)}
        error={payment.error}
      />
    </form>
  )
}

function waitsFor(scriptFailed: boolean, stripe: Stripe | null, clientSecret: string | undefined): string | undefined {
  if (scriptFailed) {
    return 'Stripe’s card form could not be loaded, so you cannot pay yet. Check your connection, and whether something blocks js.stripe.com.'
  }
  if (!stripe) return 'Stripe’s card form is loading.'
  return clientSecret ? undefined : 'Preparing the payment.'
}

type Script = { stripe: Stripe | null; failed: boolean }

/** Loads Stripe's script, here and nowhere else in the shop. */
function useStripeScript(publishableKey: string) {
  const [script, setScript] = useState<Script>({ stripe: null, failed: false })
  const [tries, setTries] = useState(1)
  useEffect(() => {
    let current = true
    const show = (next: Script) => current && setScript(next)
    trustStripe()
    loadStripe(publishableKey).then(
      (stripe) => show({ stripe, failed: stripe === null }),
      () => show({ stripe: null, failed: true }),
    )
    return () => {
      current = false
    }
  }, [publishableKey, tries])
  return {
    ...script,
    retry() {
      setScript({ stripe: null, failed: false })
      setTries(tries + 1)
    },
  }
}

const standingIn = ({ paymentIntent, error }: { paymentIntent?: PaymentIntent; error?: StripeError }): Standing =>
  standingOf(paymentIntent?.status, error)
