import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { addressFormOf, addressParts } from '#features/addresses/rules.ts'
import { countries, countriesByName, countryName } from '#shared/countries.ts'
import { NewAddress, type AddressInput, type DeliveryAddress } from '#features/addresses/schema.ts'
import { api } from '#web/lib/api.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { createAttempts } from '#web/lib/idempotency.ts'
import { useKeptTyping } from '#web/lib/kept-typing.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote, SelectField } from '#web/ui/field.tsx'

type AddressFormProps = {
  /** The address to change; without it, a new one is created. */
  address?: DeliveryAddress | undefined
  onSaved: () => void
  onCancel: () => void
}

/** The autofill token of each part (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill). */
const autoComplete = {
  street: 'address-line1',
  area: 'address-line2',
  city: 'address-level2',
  region: 'address-level1',
  postcode: 'postal-code',
} as const

/** Computed when the form opens: naming and sorting every country would add to every page start. */
const namedCountries = () => countriesByName().map((country) => ({ country, name: countryName(country) }))

/** Asks for the parts that addresses have in the chosen country, labelled as they are called there. */
export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const form = useForm<AddressInput, unknown, NewAddress>({
    resolver: zodResolver(NewAddress),
    defaultValues: address ? givenIn(address) : { country: 'BD', isDefault: false },
  })
  const [byName] = useState(namedCountries)
  const [attempts] = useState(createAttempts)
  const { errors, isSubmitting } = form.formState
  const discard = useKeptTyping(`address:${address?._id ?? 'new'}`, form)
  const country = useWatch({ control: form.control, name: 'country' })
  const { parts } = addressFormOf(country)

  async function save(json: NewAddress): Promise<void> {
    try {
      if (address) await api.addresses[':addressId'].$put({ json, param: { addressId: address._id } })
      else await api.addresses.$post({ json, header: attempts.headerFor(json) })
      discard()
      onSaved()
    } catch (error) {
      showProblem(form, error)
    }
  }
  function cancel(): void {
    discard()
    onCancel()
  }
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(save)} className="address-form">
      <Field label="Recipient" autoComplete="name" autoFocus error={errors.name?.message} {...form.register('name')} />
      <Field
        label="Phone"
        type="tel"
        autoComplete="tel"
        placeholder="+880"
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      <SelectField label="Country" autoComplete="country" error={errors.country?.message} {...form.register('country')}>
        {byName.map((each) => (
          <option key={each.country} value={each.country}>
            {each.name}
          </option>
        ))}
      </SelectField>
      {addressParts.map((part) => {
        const rule = parts[part]
        return (
          rule && (
            <Field
              key={part}
              label={rule.label}
              hint={rule.isRequired ? undefined : 'Optional'}
              autoComplete={autoComplete[part]}
              error={errors[part]?.message}
              {...form.register(part)}
            />
          )
        )
      })}
      <label className="flex items-center gap-3">
        <input type="checkbox" {...form.register('isDefault')} />
        Send orders here unless I choose another
      </label>
      <FieldNote id="address-problem" error={errors.root?.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting} busyLabel="Saving">
          Save address
        </Button>
        <Button variant="outline" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const givenIn = ({ _id, text: _text, country, ...given }: DeliveryAddress): AddressInput => ({
  ...given,
  country: countries.find((each) => each === country) ?? 'BD',
})
