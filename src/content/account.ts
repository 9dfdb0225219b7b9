/** The server's messages about changing or deleting an account; no page contains them itself. */
export const accountMessages = {
  orderStillOpen: 'One of your orders is still open. You can delete your account once it has been delivered.',
  orderedMeanwhile: 'You placed an order in the meantime. Check your orders and try again.',
  wrongCurrentPassword: 'The current password is wrong.',
  passwordCommon: 'Many people use this password, so it is one of the first to be guessed. Choose another.',
  passwordOfName: 'This password is little more than a name. Choose another.',
  passwordReplaced: 'The password was changed elsewhere in the meantime. Log in with the new one.',
  passwordIsSet: 'The new password is set, but you could not be signed in with it. Log in with it in a moment.',
  noPasswordYet: 'This account has no password yet. Ask for a link to set one.',
  linkOver: 'This link has already been used or has expired. Ask for a new one.',
  emailVerified: 'This e-mail is already verified.',
  passwordNeeded: 'Enter the password you chose when you signed up.',
  wrongSignUpPassword: 'This is not the password you chose when you signed up.',
  manyGuesses:
    'Too many wrong passwords were tried for this account. Log in on a device you have used before, or set a new password by e-mail.',
} as const
