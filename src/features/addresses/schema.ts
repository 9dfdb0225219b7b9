import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { tooLong } from '#content/messages.ts'
import { Phone } from '#features/accounts/schema.ts'
import { isPlainLine, withAsciiDigits } from '#shared/text.ts'
import { countries } from '#shared/countries.ts'
import { addressFormOf, addressParts } from './rules.ts'

/** The most addresses an account may have. */
export const mostAddresses = 50

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: tooLong(most), abort: true })
    .refine(isPlainLine, fieldMessages.hiddenCharacters)

/** The body of POST /addresses, and of PUT /addresses/{addressId}, where it replaces what was there. */
export const NewAddress = z
  .strictObject({
    name: line(60).min(1, 'Enter who receives the goods'),
    phone: Phone,
    country: z.enum(countries, fieldMessages.countryUnknown),
    street: line(100).default(''),
    area: line(100).default(''),
    city: line(60).default(''),
    region: line(60).default(''),
    postcode: line(12).overwrite(withAsciiDigits).default(''),
    isDefault: z.boolean().default(false),
  })
  .superRefine((address, context) => {
    const { parts } = addressFormOf(address.country)
    for (const part of addressParts) {
      const rule = parts[part]
      const text = address[part]
      const issue = (message: string) => context.addIssue({ code: 'custom', path: [part], message })
      if (rule?.isRequired && text === '') issue(`${rule.label} is Required`)
      else if (text !== '' && rule?.pattern && !rule.pattern.test(text)) issue(`Enter it like ${rule.example}`)
    }
  })
  // Parts that the country's addresses do not have, such as a state typed for another country, are dropped.
  .transform((address) => {
    const { parts } = addressFormOf(address.country)
    const unused = addressParts.filter((part) => !parts[part]).map((part) => [part, ''])
    return { ...address, ...(Object.fromEntries(unused) as Partial<Record<(typeof addressParts)[number], string>>) }
  })
export type NewAddress = z.output<typeof NewAddress>
export type AddressInput = z.input<typeof NewAddress>

/** A saved address; `text` is the address as written on an envelope, and in an order. */
export const DeliveryAddress = z.object({
  _id: z.uuid(),
  name: z.string(),
  phone: z.string(),
  country: z.string(),
  street: z.string(),
  area: z.string(),
  city: z.string(),
  region: z.string(),
  postcode: z.string(),
  isDefault: z.boolean(),
  text: z.string(),
})
export type DeliveryAddress = z.infer<typeof DeliveryAddress>
