import { site } from './site.ts'

const count = (pieces: number): string => pieces.toLocaleString('en-US')

/** What a form says to a text of too many characters. */
export const tooLong = (most: number): string => `Must be ${count(most)} characters or shorter`

/** What is said of a quantity that cannot be ordered, by what is wrong with it. */
export const quantityMessages = {
  noNumber: (such: number): string => `Enter a whole number such as ${count(such)}.`,
  minimum: (least: number): string => `Order at least ${count(least)}.`,
  /** With those that are possible next to it, where they are known. */
  increment: (step: number, possible: readonly number[] = []): string =>
    `Order in steps of ${count(step)}${possible.length > 0 ? `: ${possible.map(count).join(' or ')}` : ''}.`,
  available: (available: number): string =>
    available === 0 ? 'None are available now.' : `Only ${count(available)} are available now.`,
}

/** What buyers are told who take much without paying for it. */
export const manyUnpaid = (orders: number): string =>
  `You have ${count(orders)} unpaid orders, as many as one account may have. Pay for one or cancel one, then order again.`
/** @param left what may still be ordered, if anything; @param held what is by now, of `most` together. */
export function manyHeld({ most, held, left }: { most: number; held: number; left: number | undefined }): string {
  if (left === undefined)
    return `Your unpaid orders hold ${count(held)} of these, as many as they may. Pay for one of them or cancel it, then order again.`
  if (held === 0)
    return `An unpaid order may hold ${count(most)} of these. Order ${count(left)} or fewer now, and the rest when that is paid.`
  return `Your unpaid orders hold ${count(held)} of these and may hold ${count(most)}. Order ${count(left)} or fewer, or pay for what you have ordered first.`
}

/** What staff are told who take more than there is. */
export const stockOutOfRange = (most: number, available: number): string =>
  `Stock must stay between 0 and ${count(most)}. There are ${count(available)} now.`

/** What a buyer is told who waits for many products. */
export const mostWaits = (most: number): string =>
  `You wait for ${count(most)} products, as many as one account may. Take one back on its page first.`

/**
 * Every text that the specification fixes, typing errors included, so that a correction is one line.
 * Texts of ours that more than one place shows stand below them.
 */
export const messages = {
  emailRequired: 'Email is Required',
  emailInvalid: 'provide a valid email',
  passwordRequired: 'password is Required',
  passwordTooShort: 'Must be 6 characters or longer',
  nameRequired: 'Name is Required',
  quantityOutOfRange: 'Please add minimum or available quantity',
  orderPlaced: 'Order Pleaced',
  orderFailed: 'something has worng plase try again',
  madeAdmin: 'Successfully made an Admin',
  notFoundTitle: 'Opps Page Not Found!!!',
  confirmDelete: 'Are you sure?',
  paid: 'paid',

  addressRequired: 'Address is Required',
  countryUnknown: 'Choose a country',
  phoneRequired: 'Phone is Required',
  phoneInvalid: 'provide a valid phone number',
  /** Where the currency, and with it an example, is not known. */
  priceInvalid: 'Enter a price above zero',
  signInFirst: 'Sign in first.',
  accountRemoved: `This account was removed. If that is a mistake, write to ${site.email} or call ${site.phone}.`,
  googleRefused: 'Google did not confirm who you are. Try again, or use your e-mail and password.',
  formUnreadable: 'The form arrived incomplete. Go back, check it and send it again.',
  offline: 'The shop cannot be reached. Check your connection and try again.',
  /** Of code that did not come: a document does not fetch again what has failed once. */
  codeMissing: 'The shop cannot be reached. Check your connection, then load this page again.',
} as const
