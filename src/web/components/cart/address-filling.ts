import type { DeliveryAddress } from '#features/addresses/schema.ts'

type AddressField = 'address' | 'phone' | 'country'
type Form = {
  set: (field: AddressField, value: string) => void
  read: (field: AddressField) => string | undefined
  /** Settles when the form has been filled in with what takes precedence over a merely offered address. */
  filled?: Promise<void>
}

/** How choosing an address fills in the form. What was typed stays, unless the user chooses another address. */
export function addressFilling({ set, read, filled }: Form) {
  const fill = ({ text, phone, country }: DeliveryAddress): void => {
    set('address', text)
    set('phone', phone)
    set('country', country)
  }
  return {
    onChoose: fill,
    async onOffer(address: DeliveryAddress): Promise<string> {
      await filled
      if (!read('address')) fill({ ...address, phone: read('phone') || address.phone })
      return read('address') ?? ''
    },
  }
}
