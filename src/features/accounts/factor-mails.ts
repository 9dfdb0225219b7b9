import { site } from '#content/site.ts'
import type { Database } from '#platform/db/database.ts'
import type { Mail } from '#platform/mail/message.ts'
import type { SendMail } from '#platform/mail/queue.ts'

/** Events that an owner is told about at once: they change who can log in, or show that somebody is trying to. */
export type FactorNews =
  | 'codes-on'
  | 'codes-off'
  | 'backup-codes-made'
  | 'backup-code-used'
  | 'code-failed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-refused'
  | 'reset'

export type OwnerTelling = {
  /** Prepares what `tell` needs, which is impossible within a transaction. */
  ready: () => Promise<void>
  /** Tells the owner of an account, once `tx` is committed. */
  tell: (tx: Database, to: { email: string }, news: FactorNews) => Promise<void>
}

/** A new password ends everything that was opened with the old one, but removes no passkey. */
const removeIt = 'Then log in and remove the passkey in My Profile: until you do, it can still log in.'

const words: Record<FactorNews, { subject: string; what: string; next?: string }> = {
  'codes-on': {
    subject: 'One-time codes are on',
    what: 'Your account now asks for a one-time code when you log in. All other devices were signed out.',
  },
  'codes-off': {
    subject: 'One-time codes are off',
    what: 'Your account no longer asks for a one-time code when you log in. All other devices were signed out.',
  },
  'backup-codes-made': {
    subject: 'New backup codes',
    what: 'New backup codes were made for your account. The old ones no longer work.',
  },
  'backup-code-used': {
    subject: 'A backup code was used',
    what: 'Somebody logged in to your account with one of your backup codes. That code will not work again.',
  },
  'code-failed': {
    subject: 'A wrong one-time code was entered',
    what: 'Somebody logging in to your account got as far as the one-time code, and then entered a wrong one.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    what: 'A passkey was added to your account. Anyone who can unlock the device it is on can log in with it, without your password.',
    next: removeIt,
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    what: 'A passkey was removed from your account and no longer works. All other devices were signed out.',
  },
  'passkey-refused': {
    subject: 'A passkey was refused',
    what: 'Somebody tried to log in to your account with a passkey that looks like a copy of yours. We did not let them in.',
    next: removeIt,
  },
  reset: {
    subject: 'Your second factor was removed',
    what: 'As you asked us to, we removed the one-time codes and passkeys from your account. Your password alone lets you in until you set them up again.',
  },
}

/** A mail about a second factor. It does not say who did it, and links to the page that sets a new password. */
function factorMail(email: string, news: FactorNews, resetUrl: string): Mail {
  const { subject, what, next } = words[news]
  return {
    to: email,
    subject: `${subject} for ${site.name}`,
    paragraphs: [
      what,
      `If it wasn’t you, someone else may know your password: set a new one now, and write to us at ${site.email}.`,
      ...(next ? [next] : []),
    ],
    action: { label: 'Set a new password', url: resetUrl },
  }
}

export const ownerTelling = (
  { sendMail, ready }: { sendMail: SendMail; ready: () => Promise<void> },
  publicUrl: string,
): OwnerTelling => ({
  ready,
  tell: (tx, { email }, news) =>
    sendMail(factorMail(email, news, `${publicUrl}/forgotpassword`), { kind: 'second-factor' }, tx),
})
