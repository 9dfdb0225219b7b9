import type { DeliveryAddress } from '#features/addresses/schema.ts'

type AddressField = 'address' | 'phone' | 'country'
type Form = {
  set: (field: AddressField, value: string) => void
  read: (field: AddressField) => string | undefined
  /** Settles when the form is filled in with what goes before an address that is only offered. */
  filled?: Promise<void>
}

/** What an address choice does with the fields of a form. What somebody typed stays, unless they choose another address. */
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
