import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { refusedLines } from '#content/cart.ts'
import { DeliveryForm as Schema } from '#features/orders/placing-schema.ts'
import { formatMoney } from '#shared/money.ts'
import type { CartKeeper } from '#web/lib/cart/keeper.ts'
import type { SessionUser } from '#web/lib/claims.ts'
import { useSettings } from '#web/lib/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote, ReadOnlyField, TextAreaField } from '#web/ui/field.tsx'
import { counted } from '#web/ui/format.ts'
import { TaxNote } from '#web/ui/tax-note.tsx'
import { CountryField } from '#web/components/addresses/country-field.tsx'
import { addressFilling } from './address-filling.ts'
import { AddressChoice } from './address-choice.tsx'
import { PayChoice } from './pay-choice.tsx'
import { useKeptDelivery } from './use-kept-delivery.ts'
import { ofLines, usePlaceCart, type Refusals, type ShownOrder } from './use-place-cart.ts'

type DeliveryFormProps = {
  user: SessionUser
  cart: CartKeeper
  order: ShownOrder
  /** The destination country: tax depends on it. */
  country: string
  onCountry: (country: string) => void
  /** Moves the focus to what has to be agreed to first. */
  onOpen: () => void
  onRefused: (refusals: Refusals) => void
}

/** Where the whole order goes, what it costs, and the button that places it. */
export function DeliveryForm({ user, cart, order, country, onCountry, onOpen, onRefused }: DeliveryFormProps) {
  const form = useForm({ resolver: zodResolver(Schema) })
  const { errors, isSubmitting } = form.formState
  const kept = useKeptDelivery(user, form, onCountry)
  const place = usePlaceCart({ user, cart, order, form, onOpen, onRefused, onPlaced: kept.drop })
  function set(field: 'address' | 'phone' | 'country', value: string): void {
    form.setValue(field, value, { shouldValidate: form.formState.isSubmitted })
    if (field === 'country') onCountry(value)
    kept.keep()
  }
  const filling = addressFilling({ set, read: form.getValues })
  const settings = useSettings()
  return (
    <section aria-labelledby="delivery" className="mt-12">
      <h2 id="delivery" className="mb-6 text-h3">
        Where it goes
      </h2>
      <form method="post" noValidate onSubmit={form.handleSubmit(place)} onChange={kept.keep} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <ReadOnlyField label="Name" value={user.name} />
          <ReadOnlyField label="E-mail" value={user.email} />
          <div className="sm:col-span-2">
            <AddressChoice {...filling} />
          </div>
          <TextAreaField
            label="Delivery address"
            rows={5}
            autoComplete="street-address"
            error={errors.address?.message}
            {...form.register('address')}
          />
          <TextAreaField
            label="Note for us"
            rows={5}
            hint="Optional: a gate, a time, a mark for the parcels."
            error={errors.note?.message}
            {...form.register('note')}
          />
          <Field
            label="Phone"
            type="tel"
            autoComplete="tel"
            placeholder="+880"
            error={errors.phone?.message}
            {...form.register('phone')}
          />
          <CountryField value={country} error={errors.country?.message} onChange={(code) => set('country', code)} />
          <Field
            label="Your order number"
            autoComplete="off"
            hint="Optional: shown on the payment page and the receipt."
            error={errors.purchaseOrderNumber?.message}
            {...form.register('purchaseOrderNumber')}
          />
        </div>
        <PayChoice
          field={form.register('payBy')}
          total={order.total}
          holdHours={settings?.holdHours ?? 0}
          error={errors.payBy?.message}
        />
        <div className="order-bar">
          <FieldNote
            id="cart-problem"
            error={errors.root?.type === ofLines ? refusedLines(order.wrong) : errors.root?.message}
          />
          <div className="order-total" aria-live="polite" aria-atomic>
            <p>
              <span className="label block text-ink-2">{orderedOf(order)}</span>
              <span className="display block pt-2 text-total">{formatMoney(order.total, order.currency)}</span>
              <TaxNote name={settings?.tax.name} tax={order.tax} currency={order.currency} />
            </p>
          </div>
          <Button
            type="submit"
            variant="primary"
            size="large"
            className="sm:min-w-[200px]"
            busy={isSubmitting}
            busyLabel="Ordering"
          >
            Place order
          </Button>
        </div>
      </form>
    </section>
  )
}

/** How many products the total covers. */
function orderedOf({ lines }: ShownOrder): string {
  const good = lines.filter(({ ok }) => ok).length
  return good === lines.length ? counted(good, 'product') : `${good} of ${counted(lines.length, 'product')}`
}
