import { site } from './site.ts'

/** The address of a phone number without what only readers need (RFC 3966). */
export const telephone = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`

/** The ways to write or speak to the shop, as rows of a text page. */
export const contactRows = [
  { label: 'E-mail', value: site.email, href: `mailto:${site.email}` },
  { label: 'Phone', value: site.phone, href: telephone(site.phone) },
]
