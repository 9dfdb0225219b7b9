import { site } from './site.ts'

const count = (pieces: number): string => pieces.toLocaleString('en-US')

/** What a form says to a text of too many characters. */
export const tooLong = (most: number): string => `Must be ${count(most)} characters or shorter`

/** What is said of a quantity that cannot be ordered, by what is wrong with it. */
export const quantityMessages = {
  minimum: (least: number): string => `Order at least ${count(least)}.`,
  increment: (step: number): string => `Order in steps of ${count(step)}.`,
  available: (available: number): string =>
    available === 0 ? 'None are available now.' : `Only ${count(available)} are available now.`,
}

/** What buyers are told who take much without paying for it. */
export const manyUnpaid = (orders: number): string =>
  `You have ${count(orders)} unpaid orders, as many as one account may have. Pay for one or cancel one, then order again.`
export const manyHeld = (most: number): string =>
  `Your unpaid orders may hold ${count(most)} of these together. Order fewer, or pay for what you have ordered first.`

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

  hiddenCharacters: 'Remove line breaks and invisible characters',
  nameTooLong: 'Must be 20 characters or shorter',
  addressRequired: 'Address is Required',
  phoneRequired: 'Phone is Required',
  phoneInvalid: 'provide a valid phone number',
  descriptionRequired: 'Description is Required',
  priceInvalid: 'Enter a price such as 84.50',
  wholeNumber: 'Must be a whole number',
  imgInvalid: 'Must be an https:// address or a path starting with /',
  pictureType: 'Must be a JPEG, PNG, WebP or AVIF picture',
  picturePixels: 'Must be at least 320 × 240 pixels and at most 40 megapixels',
  pictureTooLarge: 'Must be 8 MB or smaller',
  ratingInvalid: 'Must be a whole number from 1 to 5',
  reasonRequired: 'Reason is Required',
  noteRequired: 'Note is Required',
  carrierRequired: 'Carrier is Required',
  reviewedAlready: 'You have reviewed this product already. Thank you.',
  notBought: 'Only who has bought a product can review it. Without a product, your review is of the shop.',
  inAnotherLine: 'This product is in another line already',
  cartFull: 'An order can have 100 products at most. Order what is in it first.',
  cartElsewhere: 'Your order was changed in another window or on another device. Load it again.',
  cartChanged:
    'Your order was changed in another window or on another device. Nothing was ordered: check it and order again.',
  noSuchTool: 'There is no such tool, or it has been removed.',
  inStockNow: 'There is enough of it now: load the page again and order it.',
  partNumberTaken: 'Another product already has this part number',
  signInFirst: 'Sign in first.',
  signInBusy: 'Signing in is not working at the moment. Try again.',
  stillSignedIn: 'Signing out did not work: you are still signed in. Try again.',
  wrongPassword: 'Wrong e-mail or password. Check both and try again.',
  emailTaken: 'An account with this e-mail already exists. Log in, or use another e-mail.',
  accountRemoved: `This account was removed. If that is a mistake, write to ${site.email} or call ${site.phone}.`,
  orderStillOpen: 'An order of yours is still open. You can delete your account when it has been delivered.',
  orderedMeanwhile: 'You ordered something meanwhile. Check your orders and try again.',
  wrongCurrentPassword: 'The current password is wrong.',
  passwordReplaced: 'The password was changed elsewhere in the meantime. Log in with the new one.',
  passwordIsSet: 'The new password is set, but you could not be signed in with it. Log in with it in a moment.',
  noPasswordYet: 'This account has no password yet. Ask for a link to set one.',
  linkOver: 'This link has already been used or has expired. Ask for a new one.',
  emailVerified: 'This e-mail is already verified.',
  googleOff: 'Google sign-in is not set up here. Use your e-mail and password.',
  googleNotLinked:
    'This e-mail already has an account. Log in with its password, then connect Google in My Profile. If you have forgotten the password, set a new one by e-mail.',
  googleRefused: 'Google did not confirm who you are. Try again, or use your e-mail and password.',
  googleStopped: 'You did not finish signing in with Google. Try again, or use your e-mail and password.',
  googleOtherEmail: 'This Google account has a different e-mail. Connect the one with the same e-mail as your account.',
  googleTaken: 'This Google account is already connected to another user.',
  googleUnavailable: 'Google is not responding at the moment. Try again, or use your e-mail and password.',
  googleUnverified:
    'Google has not verified that this e-mail is yours. Verify it with Google, or use your e-mail and password.',
  googleSessionOver: 'You were signed out before Google answered, so nothing was connected. Log in and try again.',
  otherSite: 'This request came from another site, so nothing was changed.',
  manyGuesses:
    'Too many wrong passwords were tried for this account. Log in on a device you have used before, or set a new password by e-mail.',
  tooMany: 'Too many attempts. Wait a moment and try again.',
  manyReviews: 'You have added many reviews in a short time. Add the next one in an hour.',
  manyCancels: 'You have cancelled many orders in a short time. Cancel the next one in an hour.',
  formUnreadable: 'The form arrived incomplete. Go back, check it and send it again.',
  offline: 'The shop cannot be reached. Check your connection and try again.',
} as const
