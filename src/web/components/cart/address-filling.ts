import type { DeliveryAddress } from '#features/addresses/schema.ts'

type AddressField = 'address' | 'phone' | 'country'
type Form = { set: (field: AddressField, value: string) => void; read: (field: AddressField) => string | undefined }

/** What an address choice does with the fields of a form. What somebody typed stays, unless they choose another address. */
export function addressFilling({ set, read }: Form) {
  const fill = ({ text, phone, country }: DeliveryAddress): void => {
    set('address', text)
    set('phone', phone)
    set('country', country)
  }
  return {
    onChoose: fill,
    onOffer(address: DeliveryAddress): string {
      if (!read('address')) fill({ ...address, phone: read('phone') || address.phone })
      return read('address') ?? ''
    },
  }
}
