import { site } from './site.ts'

/** The address of a phone number without what only readers need (RFC 3966). */
export const telephone = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`

/**
 * Where to write to an address (RFC 6068). An address may itself have `?` and `&` in it, behind which a mail program would
 * read more recipients, or the message.
 */
export const mailTo = (email: string): string => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

/** The ways to write or speak to the shop, as rows of a text page. */
export const contactRows = [
  { label: 'E-mail', value: site.email, href: mailTo(site.email) },
  { label: 'Phone', value: site.phone, href: telephone(site.phone) },
]
