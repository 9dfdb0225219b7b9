/** The server's messages about passkeys, and the pages' own when the browser did not complete a request for one. */
export const passkeyMessages = {
  tooMany: 'You have 10 passkeys, which is the most. Remove one you no longer use.',
  taken: 'This passkey is already set up. Log in with it.',
  unknown: 'We do not know this passkey: it may have been removed. Log in another way.',
  refused: 'This passkey could not be checked. Try again, or log in another way.',
  notAdded: 'The passkey could not be checked, so it was not added. Try again.',
  over: 'That took too long, or was already done. Try again.',
  notVerified: 'Your device did not check that it is you. Set up its screen lock or PIN, then try again.',
  copied:
    'This passkey was refused: it looks as if there is a copy of it. Log in another way and remove it in My Profile.',
  notShown:
    'No passkey was used: the prompt was closed, or this device has none for this shop. Try again, or log in with your password.',
  notMade: 'No passkey was added: the prompt was closed, or took too long. Try again.',
  madeBefore: 'This device already has a passkey for your account.',
  cannotMake: 'This device cannot keep a passkey. Try another, such as your phone.',
  notYours: 'You have no such passkey. It may have been removed.',
  logInWithIt:
    'Log in with your second factor to change this. If you have lost it, the operator of this shop can remove it.',
} as const
