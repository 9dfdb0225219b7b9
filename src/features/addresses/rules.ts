/** The parts of an address besides who is there and the country. */
export const addressParts = ['street', 'area', 'city', 'region', 'postcode'] as const
export type AddressPart = (typeof addressParts)[number]

type Part = { label: string; isRequired: boolean; pattern?: RegExp; example?: string }
/** What a country's addresses have, and how the parts stand on an envelope, line by line. */
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

/** For every country whose own form is not here. */
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

/** The parts of a country's addresses. A Map's lookup: what is asked for can be any word. */
const formByCountry = new Map(Object.entries(forms))
export const addressFormOf = (country: string): AddressForm => formByCountry.get(country) ?? anywhere

/** ISO 3166-1 alpha-2. */
export const countries =
  `AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV
  CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR
  IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV
  MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO
  SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS YE ZA ZM ZW`.split(/\s+/)

const names = new Intl.DisplayNames('en', { type: 'region' })
export const countryName = (country: string): string => names.of(country) ?? country

export type PostalAddress = { name: string; country: string } & Record<AddressPart, string>

/** An address as it stands on an envelope, with who is there first and the country last. */
export function postalText({ name, country, ...parts }: PostalAddress): string {
  const lines = addressFormOf(country).lines.map((line) => line.flatMap((part) => parts[part] || []).join(' '))
  return [name, ...lines, countryName(country)].filter(Boolean).join('\n')
}
