import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate, useRevalidator } from 'react-router'
import { messages } from '#content/messages.ts'
import { DeliveryForm } from '#features/orders/placing-schema.ts'
import type { WholeQuote } from '#features/quotes/schema.ts'
import { formatMoney, minor, toMinor } from '#shared/money.ts'
import { CountryField } from '#web/components/addresses/country-field.tsx'
import { addressFilling } from '#web/components/cart/address-filling.ts'
import { AddressChoice } from '#web/components/cart/address-choice.tsx'
import { PayChoice } from '#web/components/cart/pay-choice.tsx'
import { useKeptTyping } from '#web/lib/kept-typing.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { ApiProblem, isRefused, problemText } from '#web/lib/problem.ts'
import { pathAfter } from '#web/lib/path-after.ts'
import { acceptQuote } from '#web/lib/quote-calls.ts'
import { useSettings } from '#web/lib/settings.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { taxedSum } from '#web/lib/tax.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote, TextAreaField } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { TaxNote } from '#web/ui/tax-note.tsx'

type Offer = NonNullable<WholeQuote['offer']>

type AcceptProps = {
  quote: WholeQuote
  offer: Offer
  /** The offer may not stand any more; called with the shop's sentence, before the quote is read again. */
  onRefused: (message: string) => void
}

/** Not how to pay: by the next visit the account may have no terms, and then there is no choice. */
const kept = ['address', 'phone', 'country', 'purchaseOrderNumber'] as const

/** The delivery details, and the button that turns an offer into an order. */
export function AcceptForm({ quote, offer, onRefused }: AcceptProps) {
  const form = useForm({ resolver: zodResolver(DeliveryForm), defaultValues: { phone: quote.phone } })
  const { errors, isSubmitting } = form.formState
  const discard = useKeptTyping(`quote:${quote._id}`, form, { only: kept })
  const settings = useSettings()
  const country = useWatch({ control: form.control, name: 'country' }) ?? settings?.tax.country ?? ''
  const lines = offer.lines.map(({ total, category }) => ({
    total: toMinor(total, quote.currency) ?? minor(0),
    category,
  }))
  const { total, tax } = taxedSum(lines, { rules: settings?.tax, currency: quote.currency, country })
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const set = (field: 'address' | 'phone' | 'country', value: string) =>
    form.setValue(field, value, { shouldValidate: form.formState.isSubmitted })
  const filling = addressFilling({ set, read: form.getValues })
  async function accept(delivery: DeliveryForm): Promise<void> {
    try {
      const orderId = await acceptQuote(quote._id, { ...delivery, totalAmount: total, offeredAt: offer.offeredAt })
      discard()
      void notifySuccess(messages.orderPlaced)
      await navigate(pathAfter(orderId, delivery.payBy))
    } catch (error) {
      showProblem(form, error)
      const short = shortOf(error, offer)
      if (short) form.setError('root', { type: 'server', message: short })
      if (!isRefused(error)) return
      // Somebody may have replaced or ended the offer: show the quote as it is now, perhaps without this form.
      onRefused(problemText(error))
      passFocusOn('main h1')
      await revalidate()
    }
  }
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(accept)} className="grid max-w-[640px] gap-5">
      <AddressChoice {...filling} />
      <TextAreaField
        label="Delivery address"
        rows={4}
        autoComplete="street-address"
        error={errors.address?.message}
        {...form.register('address')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Phone" type="tel" autoComplete="tel" error={errors.phone?.message} {...form.register('phone')} />
        <CountryField value={country} error={errors.country?.message} onChange={(code) => set('country', code)} />
        <Field
          label="Your order number"
          autoComplete="off"
          hint="Optional: shown on every document."
          error={errors.purchaseOrderNumber?.message}
          {...form.register('purchaseOrderNumber')}
        />
      </div>
      <PayChoice
        field={form.register('payBy')}
        total={total}
        holdHours={settings?.holdHours ?? 0}
        error={errors.payBy?.message}
      />
      {total !== offer.total && (
        <p aria-live="polite">
          You pay {formatMoney(total, quote.currency)}
          <TaxNote name={settings?.tax.name} tax={tax} currency={quote.currency} />
        </p>
      )}
      <FieldNote id="accept-problem" error={errors.root?.message} />
      <div>
        <Button type="submit" variant="primary" size="large" busy={isSubmitting} busyLabel="Ordering">
          Accept and order
        </Button>
      </div>
    </form>
  )
}

/** The parts of the offer that cannot be ordered now, by product name. */
function shortOf(error: unknown, { lines }: Offer): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined
  const short = error.errors.flatMap(({ path, message }) => {
    const [, position] = /^lines\.(\d+)\./.exec(path) ?? []
    const line = position === undefined ? undefined : lines[Number(position)]
    return line ? [`${line.productName}: ${message}`] : []
  })
  return short.length > 0
    ? `${short.join('. ')}. Nothing was ordered. Write to us and we’ll look into it.`
    : problemText(error)
}
