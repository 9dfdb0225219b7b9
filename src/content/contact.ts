import { site } from './site.ts'

/** A phone number as a `tel:` address, without the characters that only help readers (RFC 3966). */
export const telephone = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`

/**
 * The `mailto:` address for an e-mail address (RFC 6068), which may itself contain `?` and `&`: a mail program would read
 * further recipients, or the message, from what follows them.
 */
export const mailTo = (email: string): string => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

/** The ways to contact the shop, as rows of a text page. */
export const contactRows = [
  { label: 'E-mail', value: site.email, href: mailTo(site.email) },
  { label: 'Phone', value: site.phone, href: telephone(site.phone) },
]
