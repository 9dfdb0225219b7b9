import { useEffect, useEffectEvent, useState } from 'react'
import type { DeliveryAddress } from '#features/addresses/schema.ts'
import { addressesOfSender } from '#web/lib/addresses.ts'
import { TextLink } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'

type AddressChoiceProps = {
  /** Gets the default address when it loads, for a form not filled in yet. Returns the address then in the form. */
  onOffer: (address: DeliveryAddress) => Promise<string>
  onChoose: (address: DeliveryAddress) => void
}

/** Fills in a saved address. If there are none, or they cannot be loaded, the form is filled in by hand. */
export function AddressChoice({ onOffer, onChoose }: AddressChoiceProps) {
  const [addresses, setAddresses] = useState<readonly DeliveryAddress[]>([])
  const [chosen, setChosen] = useState<DeliveryAddress>()
  const offer = useEffectEvent(async (loaded: readonly DeliveryAddress[]) => {
    setAddresses(loaded)
    const written = loaded[0] && (await onOffer(loaded[0]))
    setChosen(loaded.find(({ text }) => text === written))
  })
  useEffect(() => {
    let isOver = false
    addressesOfSender().then(
      (loaded) => isOver || void offer(loaded),
      () => undefined,
    )
    return () => void (isOver = true)
  }, [])

  if (addresses.length === 0) {
    return (
      <p className="text-small text-ink-2">
        <TextLink to="/dashboard/addresses">Save addresses</TextLink> to choose from them here.
      </p>
    )
  }
  return (
    <SelectField
      label="Saved address"
      value={chosen?._id ?? ''}
      hint={<TextLink to="/dashboard/addresses">Change your addresses</TextLink>}
      onChange={({ target }) => {
        const address = addresses.find(({ _id }) => _id === target.value)
        setChosen(address)
        if (address) onChoose(address)
      }}
    >
      <option value="">The address below</option>
      {addresses.map(({ _id, name, street, city }) => (
        <option key={_id} value={_id}>
          {[name, street, city].filter(Boolean).join(', ')}
        </option>
      ))}
    </SelectField>
  )
}
