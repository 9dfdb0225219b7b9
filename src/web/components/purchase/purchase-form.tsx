import { zodResolver } from '@hookform/resolvers/zod'
import { useController, useForm, useWatch } from 'react-hook-form'
import type { Tool } from '#features/catalogue/schema.ts'
import { PurchaseForm as Schema } from '#features/orders/placing-schema.ts'
import { leastQuantity } from '#features/catalogue/rules.ts'
import { quantityProblem } from '#features/pricing/rules.ts'
import type { TaxRules } from '#features/pricing/tax.ts'
import { formatMoney } from '#shared/money.ts'
import { CountryField } from '#web/components/addresses/country-field.tsx'
import { AddToOrder } from '#web/components/cart/add-to-order.tsx'
import { addressFilling } from '#web/components/cart/address-filling.ts'
import { AddressChoice } from '#web/components/cart/address-choice.tsx'
import { PayChoice } from '#web/components/cart/pay-choice.tsx'
import type { SessionUser } from '#web/lib/claims.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote, ReadOnlyField, TextAreaField } from '#web/ui/field.tsx'
import { formatCount } from '#web/ui/format.ts'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { Total } from '#web/ui/price.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { TaxNote } from '#web/ui/tax-note.tsx'
import { NextBreak } from './price-breaks.tsx'
import { quantityNote } from './quantity-note.ts'
import { useKeptOrder } from './use-kept-order.ts'
import { usePlaceOrder } from './use-place-order.ts'

type PurchaseFormProps = {
  tool: Tool
  /** The buyer; undefined in the page's HTML, and until the browser has found out. */
  user: SessionUser | undefined
  currency: string
  holdHours: number
  tax: TaxRules
}

export function PurchaseForm({ tool, user, currency, holdHours, tax: rules }: PurchaseFormProps) {
  const limits = { minimum: tool.minimum_order_quantity, increment: tool.order_increment }
  const least = leastQuantity(limits)
  const form = useForm({
    resolver: zodResolver(Schema),
    // The other fields have no default: what was typed before React loaded stays.
    defaultValues: { orderQuantity: least },
  })
  const { ref, ...field } = useController({ control: form.control, name: 'orderQuantity' }).field
  const { errors, isSubmitting } = form.formState
  const kept = useKeptOrder({ tool, user, form })
  const order = usePlaceOrder({ tool, user, currency, tax: rules, form, onPlaced: kept.drop })
  const quantity = Number.isNaN(field.value) ? 0 : field.value
  const allowed = quantityProblem(quantity, limits, tool.available_quantity) === undefined
  const country = useWatch({ control: form.control, name: 'country' }) ?? rules.country
  const { unitPrice, total, tax, priceChange } = order.costOf(quantity, country)
  const edited = () => {
    order.agree()
    kept.keep()
  }

  function set(name: 'address' | 'phone' | 'country', value: string): void {
    form.setValue(name, value, { shouldValidate: form.formState.isSubmitted })
    kept.keep()
  }
  const filling = addressFilling({ set, read: form.getValues, filled: kept.filled })

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(order.place)} onChange={edited} className="grid gap-5">
      <NeedsScript>Ordering needs JavaScript, which is turned off in this browser.</NeedsScript>
      <QuantityStepper
        label="Quantity"
        ref={ref}
        name={field.name}
        value={field.value}
        min={least}
        max={tool.available_quantity}
        increment={limits.increment}
        onChange={(value) => {
          field.onChange(value)
          edited()
        }}
        onBlur={field.onBlur}
        invalid={!allowed || errors.orderQuantity !== undefined}
        error={errors.orderQuantity?.message ?? quantityNote(quantity, limits, tool.available_quantity)}
      />
      {limits.increment > 1 && (
        <p className="text-small text-ink-2">Sold in steps of {formatCount(limits.increment)}.</p>
      )}
      <NextBreak tool={tool} currency={currency} quantity={quantity} />
      <AddToOrder
        tool={tool}
        currency={currency}
        quantity={quantity}
        disabled={!allowed || !user}
        className="justify-self-start max-sm:w-full"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <ReadOnlyField label="Name" value={user?.name} />
        <ReadOnlyField label="E-mail" value={user?.email} />
      </div>
      {user && <AddressChoice {...filling} />}
      <TextAreaField
        label="Delivery address"
        autoComplete="street-address"
        error={errors.address?.message}
        {...form.register('address')}
      />
      <CountryField value={country} error={errors.country?.message} onChange={(code) => set('country', code)} />
      <Field
        label="Phone"
        type="tel"
        autoComplete="tel"
        placeholder="+880"
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      <PayChoice field={form.register('payBy')} total={total} holdHours={holdHours} error={errors.payBy?.message} />
      <div className="order-bar">
        {priceChange && (
          <p role="alert" className="order-notice border-l-3 border-warn pl-4 text-small">
            The price changed from {formatMoney(priceChange.from, currency)} to {formatMoney(priceChange.to, currency)}{' '}
            each while this page was open. Nothing has been ordered yet: press Order Now to order at the new price.
          </p>
        )}
        <FieldNote id="purchase-problem" error={errors.root?.message} />
        <div className="order-total" aria-live="polite" aria-atomic>
          <Total quantity={quantity} unitPrice={unitPrice} total={total} currency={currency} />
          <TaxNote name={rules.name} tax={tax} currency={currency} />
        </div>
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="sm:min-w-[200px]"
          disabled={!allowed || !user}
          busy={isSubmitting}
          busyLabel="Ordering"
        >
          Order Now
        </Button>
      </div>
    </form>
  )
}
