/** The server's messages for what it refuses. Pages show them as received: they are in none of the page scripts. */
export const refusals = {
  formUnreadable: 'The form arrived incomplete. Go back, check it and send it again.',
  listNameTaken: 'You already have a list with this name.',
  otherSite: 'This request came from another site, so nothing was changed.',
  manyCancels: 'You have cancelled many orders in a short time. Try again in an hour.',
  tooMany: 'Too many attempts. Wait a moment and try again.',
  wrongPassword: 'Wrong e-mail or password. Check both and try again.',
  emailTaken: 'An account with this e-mail already exists. Log in, or use another e-mail.',
  signInBusy: 'Signing in is not working at the moment. Try again.',
  stillSignedIn: 'Signing out did not work: you are still signed in. Try again.',
  noSuchTool: 'There is no such tool, or it has been removed.',
  noSuchPrint: 'This file is no longer available: files are kept for a day. Ask for it again.',
  printNotDone: 'This file is not ready yet.',
  tooManyToPrint: (most: number) => `The list has more than ${most} orders. Narrow it, for example by date.`,
  nothingToPrint: (kind: 'packing-slip' | 'invoice') =>
    kind === 'invoice'
      ? 'None of these orders has an invoice yet. One is issued on payment or, on account, once everything is sent.'
      : 'None of these orders has a packing slip. Only orders that are paid, or on account, have one.',
} as const
