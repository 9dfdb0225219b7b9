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

  nameTooLong: 'Must be 20 characters or shorter',
  addressRequired: 'Address is Required',
  phoneRequired: 'Phone is Required',
  phoneInvalid: 'provide a valid phone number',
  descriptionRequired: 'Description is Required',
  priceInvalid: 'Must be a price above 0 with no more decimals than the currency has',
  wholeNumber: 'Must be a whole number',
  imgInvalid: 'Must be an https:// address or a path that starts with /',
  ratingInvalid: 'Must be 1 to 5 whole stars',
  partNumberTaken: 'Another product has this part number',
  signInFirst: 'Sign in first.',
  wrongPassword: 'The e-mail or the password is not right. Check both and try again.',
  emailTaken: 'An account with this e-mail exists. Log in, or use another e-mail.',
  accountRemoved: 'This account was removed. Write to us if that is a mistake.',
  tooMany: 'Too many tries. Wait a little and try again.',
  offline: 'The shop cannot be reached. Check your connection and try again.',
} as const
