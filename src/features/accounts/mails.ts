import { site } from '#content/site.ts'
import type { Mail } from '#platform/mail/message.ts'

/** Who a message is to. The name is whatever the account says: only somebody who has proved that the address is theirs reads it. */
type Addressee = { email: string; name: string; emailVerified: boolean }

/** How long the links in these messages are valid, in seconds. */
export const linkLife = { resetPassword: 3600, verifyEmail: 24 * 3600, signUp: 24 * 3600 } as const
/** What staff see of these messages; they do not see the links. */
export const mailKinds = { resetPassword: 'reset-password', verifyEmail: 'verify-email', signUp: 'sign-up' } as const

export function resetPasswordMail({ email, name, emailVerified }: Addressee, url: string): Mail {
  return {
    to: email,
    subject: `Set a new password for ${site.name}`,
    paragraphs: [
      `${emailVerified ? `Hello ${name}` : 'Hello'}, someone asked to set a new password for your account. The link works once, within one hour.`,
      'Setting a new password signs you out on every device.',
      'If it wasn’t you, ignore this message: your password stays the same.',
    ],
    action: { label: 'Set a new password', url },
  }
}

export function verifyEmailMail({ email }: Pick<Addressee, 'email'>, url: string): Mail {
  return {
    to: email,
    subject: `Verify your e-mail for ${site.name}`,
    paragraphs: [
      'Hello, please confirm that this address is yours. The link works for one day.',
      'You can log in, order and pay without confirming it.',
      'If you didn’t create this account, ignore this message.',
    ],
    action: { label: 'Verify this e-mail', url },
  }
}

/** To whoever signs up with an address that has no account. */
export function confirmSignUpMail(email: string, url: string): Mail {
  return {
    to: email,
    subject: `Finish signing up at ${site.name}`,
    paragraphs: [
      'Hello, please confirm that this address is yours. That opens your account. The link works for one day.',
      'If you open it on a different device, it asks for the password you chose.',
      'If you didn’t sign up, ignore this message: no account will be opened.',
    ],
    action: { label: 'Open my account', url },
  }
}

/** To whoever has an account, when somebody signs up with its address. */
export function knownSignUpMail(email: string, publicUrl: string): Mail {
  return {
    to: email,
    subject: `You already have an account at ${site.name}`,
    paragraphs: [
      'Hello, someone asked to sign up with this address. You already have an account, so nothing was changed: log in with your password.',
      `If you’ve forgotten it, set a new one at ${publicUrl}/forgotpassword.`,
      'If it wasn’t you, ignore this message.',
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
  }
}
