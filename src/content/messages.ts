import { site } from './site.ts'

const count = (pieces: number): string => pieces.toLocaleString('en-US')

/** A form's message for a text with too many characters. */
export const tooLong = (most: number): string => `Must be ${count(most)} characters or shorter`

/** Messages for a quantity that cannot be ordered, by what is wrong with it. */
export const quantityMessages = {
  noNumber: (such: number): string => `Enter a whole number such as ${count(such)}.`,
  minimum: (least: number): string => `Order at least ${count(least)}.`,
  /** Suggests the nearest possible quantities, when they are known. */
  increment: (step: number, possible: readonly number[] = []): string =>
    `Order in steps of ${count(step)}${possible.length > 0 ? `: ${possible.map(count).join(' or ')}` : ''}.`,
  available: (available: number): string =>
    available === 0 ? 'None are available now.' : `Only ${count(available)} are available now.`,
}

/** The messages to buyers who order a lot without paying. */
export const manyUnpaid = (orders: number): string =>
  `You have ${count(orders)} unpaid orders, the most one account can have. Pay for one or cancel one, then order again.`
/** @param left how many may still be ordered, if any; @param held how many unpaid orders hold now, of `most` in total. */
export function manyHeld({ most, held, left }: { most: number; held: number; left: number | undefined }): string {
  if (left === undefined)
    return `Your unpaid orders hold ${count(held)} of these, the most allowed. Pay for one of those orders or cancel it, then order again.`
  if (held === 0)
    return `Unpaid orders can hold ${count(most)} of these. Order ${count(left)} or fewer now, and the rest once that is paid.`
  return `Your unpaid orders hold ${count(held)} of these and can hold ${count(most)}. Order ${count(left)} or fewer, or pay for those orders first.`
}

/** The message to staff who remove more than there is. */
export const stockOutOfRange = (most: number, available: number): string =>
  `Stock must stay between 0 and ${count(most)}. There are ${count(available)} now.`

/** The message to a buyer who waits for too many products. */
export const mostWaits = (most: number): string =>
  `You are waiting for ${count(most)} products, the most one account can wait for. Press “Do not tell me” on the page of one first.`

/**
 * All texts that the specification fixes, typing errors included, so that a correction is one line.
 * Below them are texts of our own that are shown in more than one place.
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
  phoneRequired: 'Phone is Required',
  phoneInvalid: 'provide a valid phone number',
  /** For places where the currency, and so an example, is not known. */
  priceInvalid: 'Enter a price above zero, such as 84 or 1,860',
  signInFirst: 'Log in first.',
  accountRemoved: `This account was removed. If that is a mistake, write to ${site.email} or call ${site.phone}.`,
  offline: 'The shop cannot be reached. Check your connection and try again.',
  /** For code that failed to load: a document does not request it again after one failure. */
  codeMissing: 'The shop cannot be reached. Check your connection, then load this page again.',
} as const
