import { countryName } from '#shared/countries.ts'

/** The parts of an address besides the recipient and the country. */
export const addressParts = ['street', 'area', 'city', 'region', 'postcode'] as const
export type AddressPart = (typeof addressParts)[number]

type Part = { label: string; isRequired: boolean; pattern?: RegExp; example?: string }
/** The parts of a country's addresses, and how they are laid out on an envelope, line by line. */
export type AddressForm = { parts: Partial<Record<AddressPart, Part>>; lines: readonly (readonly AddressPart[])[] }

const needed = (label: string, more: Partial<Part> = {}): Part => ({ label, isRequired: true, ...more })
const optional = (label: string, more: Partial<Part> = {}): Part => ({ label, isRequired: false, ...more })
const street = needed('House and street')

/** By ISO 3166-1 alpha-2, after the postal services' own examples (Universal Postal Union, addressing). */
const forms: Readonly<Record<string, AddressForm>> = {
  BD: {
    parts: {
      street,
      area: optional('Area or thana'),
      city: needed('City or district'),
      postcode: optional('Postcode', { pattern: /^\d{4}$/, example: '1208' }),
    },
    lines: [['street'], ['area'], ['city', 'postcode']],
  },
  IN: {
    parts: {
      street,
      area: optional('Locality'),
      city: needed('City'),
      region: needed('State'),
      postcode: needed('PIN code', { pattern: /^[1-9]\d{5}$/, example: '700001' }),
    },
    lines: [['street'], ['area'], ['city', 'postcode'], ['region']],
  },
  GB: {
    parts: {
      street,
      area: optional('Locality'),
      city: needed('Town or city'),
      postcode: needed('Postcode', { pattern: /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i, example: 'SW1A 1AA' }),
    },
    lines: [['street'], ['area'], ['city'], ['postcode']],
  },
  US: {
    parts: {
      street,
      area: optional('Suite or unit'),
      city: needed('City'),
      region: needed('State', { example: 'CA' }),
      postcode: needed('ZIP code', { pattern: /^\d{5}(-\d{4})?$/, example: '94105' }),
    },
    lines: [['street'], ['area'], ['city', 'region', 'postcode']],
  },
  DE: {
    parts: {
      street: needed('Street and number'),
      area: optional('Building or floor'),
      postcode: needed('Postcode', { pattern: /^\d{5}$/, example: '10115' }),
      city: needed('City'),
    },
    lines: [['street'], ['area'], ['postcode', 'city']],
  },
  AE: {
    parts: { street, area: optional('Area'), city: needed('Emirate') },
    lines: [['street'], ['area'], ['city']],
  },
  SG: {
    parts: {
      street,
      area: optional('Unit or building'),
      postcode: needed('Postcode', { pattern: /^\d{6}$/, example: '018956' }),
    },
    lines: [['street'], ['area'], ['postcode']],
  },
  MY: {
    parts: {
      street,
      area: optional('Area'),
      postcode: needed('Postcode', { pattern: /^\d{5}$/, example: '50050' }),
      city: needed('City'),
      region: needed('State'),
    },
    lines: [['street'], ['area'], ['postcode', 'city'], ['region']],
  },
}

/** For every country without a form of its own. */
const anywhere: AddressForm = {
  parts: {
    street,
    area: optional('Area'),
    city: needed('City'),
    region: optional('State or province'),
    postcode: optional('Postcode'),
  },
  lines: [['street'], ['area'], ['postcode', 'city'], ['region']],
}

/** The forms by country. A Map, since the key that is looked up can be any string. */
const formByCountry = new Map(Object.entries(forms))
export const addressFormOf = (country: string): AddressForm => formByCountry.get(country) ?? anywhere

export type PostalAddress = { name: string; country: string } & Record<AddressPart, string>

/** An address as it stands on an envelope: the recipient first, the country last. */
export function postalText({ name, country, ...parts }: PostalAddress): string {
  const lines = addressFormOf(country).lines.map((line) => line.flatMap((part) => parts[part] || []).join(' '))
  return [name, ...lines, countryName(country)].filter(Boolean).join('\n')
}
