import { zodResolver } from '@hookform/resolvers/zod'
import { CreditCard } from 'lucide-react'
import { type ChangeEvent, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { groupDigits } from '#sandbox/card/card-number.ts'
import { Field } from '#web/ui/field.tsx'
import { CardFields, groupExpiry, regroup, typedDigits } from './card-fields.ts'
import { ChallengeDialog } from './challenge-dialog.tsx'
import { PayButton, payErrorId } from './pay-button.tsx'
import { authenticate, confirmCard, readPayment } from './sandbox-client.ts'
import { type CardFormProps, useCardPayment } from './use-card-payment.ts'

const groups = {
  number: (text: string) => groupDigits(typedDigits(text)),
  expiry: groupExpiry,
  cvc: (text: string) => typedDigits(text).slice(0, 4),
}

const mono = '[&_input]:font-mono [&_input]:text-control'

/** A plain card form that pays at the sandbox as Stripe's form pays at Stripe. If the card is declined, what was typed stays. */
export default function SandboxCardForm({ clientSecret, amountLabel, billingName, onPaid, onEnded }: CardFormProps) {
  const form = useForm({
    resolver: zodResolver(CardFields),
    defaultValues: { number: '', expiry: '', cvc: '', name: billingName },
  })
  const { errors } = form.formState
  const payment = useCardPayment({ clientSecret, read: readPayment, onPaid, onEnded })
  const { setFocus } = form
  // The message stands under the form; the number is where to fix it.
  useEffect(() => {
    if (payment.refused) setFocus('number')
  }, [payment.refused, setFocus])

  function grouped(name: keyof typeof groups) {
    const { onChange, ...box } = form.register(name)
    return {
      ...box,
      error: errors[name]?.message,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        regroup(event.target, groups[name])
        return onChange(event)
      },
    }
  }

  async function pay(card: CardFields): Promise<void> {
    if (!clientSecret || payment.phase !== 'ready') return
    await payment.attempt(() => confirmCard(clientSecret, card))
  }

  const answer = (outcome: 'complete' | 'fail') => void payment.attempt(() => authenticate(clientSecret ?? '', outcome))

  return (
    <div>
      <form method="post" noValidate onSubmit={form.handleSubmit(pay)} className="field-large grid gap-6">
        <div className="relative">
          <Field
            label="Card number"
            className={`${mono} [&_input]:pr-12`}
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            errorAt={payment.refused && payErrorId}
            {...grouped('number')}
          />
          <CreditCard
            size={20}
            strokeWidth={1.75}
            className="pointer-events-none absolute top-12 right-4 text-ink-2"
            aria-hidden
          />
        </div>
        <div className="grid grid-cols-2 items-start gap-5">
          <Field
            label="Expiry"
            className={mono}
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM / YY"
            {...grouped('expiry')}
          />
          <Field
            label="CVC"
            className={mono}
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="3 digits"
            {...grouped('cvc')}
          />
        </div>
        <Field label="Name on card" autoComplete="cc-name" error={errors.name?.message} {...form.register('name')} />
        <PayButton
          amountLabel={amountLabel}
          phase={payment.phase}
          waitsFor={clientSecret ? undefined : 'Preparing the payment.'}
          error={payment.error}
        />
      </form>
      <ChallengeDialog
        isOpen={payment.phase === 'challenge'}
        amountLabel={amountLabel}
        onAnswer={answer}
        onClose={() => payment.giveUp('The authentication was not completed. Press Pay to try again.')}
      />
    </div>
  )
}
