/** The server's messages about one-time codes, backup codes and passkeys. */
export const factorMessages = {
  staffNeedOne:
    'Staff of this shop need a second factor. Log in with your passkey, or set one up in My Profile, then try again.',
  codeForm: 'Type the six digits that your app shows.',
  wrongCode: 'This code is wrong. Type the one that your app shows now.',
  usedCode: 'This code has been used. Wait for the next one.',
  backupCodeForm: 'Type a backup code, such as aB3dE-f6HiJ.',
  wrongBackupCode: 'This backup code is wrong, or has been used.',
  manyWrong: 'Too many wrong codes. Log in again with your password.',
  stepOver: 'This login took too long, or was ended. Log in again.',
  manyCodes:
    'Too many wrong codes were tried for this account. Log in on a device you have used before, or try again in an hour.',
  codesAreOn: 'One-time codes are already set up for this account.',
  noCodes: 'One-time codes are not set up for this account.',
  setUpElsewhere: 'One-time codes were set up somewhere else in the meantime. Begin again.',
  verifyFirst: 'Verify your e-mail first: it is where we tell you when somebody changes how you log in.',
  signInAgain: 'You logged in a while ago. Sign out, log in again, then change this.',
} as const
