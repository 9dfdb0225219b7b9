/** The server's messages for what it refuses. Pages show them as received: they are in none of the page scripts. */
export const refusals = {
  listNameTaken: 'You have a list of this name already.',
  otherSite: 'This request came from another site, so nothing was changed.',
  manyCancels: 'You have cancelled many orders in a short time. Cancel the next one in an hour.',
  tooMany: 'Too many attempts. Wait a moment and try again.',
  wrongPassword: 'Wrong e-mail or password. Check both and try again.',
  emailTaken: 'An account with this e-mail already exists. Log in, or use another e-mail.',
  signInBusy: 'Signing in is not working at the moment. Try again.',
  stillSignedIn: 'Signing out did not work: you are still signed in. Try again.',
  noSuchTool: 'There is no such tool, or it has been removed.',
  noSuchPrint: 'There is no such file any more: files are kept for a day. Have it drawn again.',
  printNotDone: 'The file is not drawn yet.',
  tooManyToPrint: (most: number) => `These are more than ${most} orders: narrow the list, by days for example.`,
  nothingToPrint: (kind: 'packing-slip' | 'invoice') =>
    kind === 'invoice'
      ? 'None of these orders has an invoice yet: it comes with the money or, on account, when all is sent.'
      : 'None of these orders has a packing slip: it comes once an order is paid, or on account.',
} as const
