/** Messages about Continue with Google, kept apart so that other pages do not load them. */
export const googleMessages = {
  off: 'Google sign-in is not set up here. Use your e-mail and password.',
  notLinked:
    'This e-mail already has an account. Log in with its password, then connect Google in My Profile. If you have forgotten the password, set a new one by e-mail.',
  refused: 'Google did not confirm who you are. Try again, or use your e-mail and password.',
  stopped: 'You did not finish signing in with Google. Try again, or use your e-mail and password.',
  otherEmail: 'This Google account has a different e-mail. Connect the one with the same e-mail as your account.',
  taken: 'This Google account is already connected to another user.',
  unavailable: 'Google is not responding at the moment. Try again, or use your e-mail and password.',
  unverified:
    'Google has not verified that this e-mail is yours. Verify it with Google, or use your e-mail and password.',
  sessionOver: 'You were signed out before Google answered, so nothing was connected. Log in and try again.',
} as const
