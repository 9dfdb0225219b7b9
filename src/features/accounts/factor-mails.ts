import { site } from '#content/site.ts'
import type { Database } from '#platform/db/database.ts'
import type { Mail } from '#platform/mail/message.ts'
import type { SendMail } from '#platform/mail/queue.ts'

/** What an owner hears of at once, since it changes or tries who can log in. */
export type FactorNews = 'codes-on' | 'codes-off' | 'backup-codes-made' | 'backup-code-used' | 'code-failed' | 'reset'

export type OwnerTelling = {
  /** Makes ready what `tell` needs, which it cannot within a transaction. */
  ready: () => Promise<void>
  /** Tells the owner of an account, when `tx` is committed. */
  tell: (tx: Database, to: { email: string }, news: FactorNews) => Promise<void>
}

const words: Record<FactorNews, { subject: string; what: string }> = {
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
    what: 'New backup codes were made for your account. Those from before no longer work.',
  },
  'backup-code-used': {
    subject: 'A backup code was used',
    what: 'Somebody logged in to your account with one of your backup codes. It does not work again.',
  },
  'code-failed': {
    subject: 'A wrong one-time code was entered',
    what: 'Somebody came as far as the one-time code when logging in to your account, and then entered a wrong one.',
  },
  reset: {
    subject: 'Your second factor was taken away',
    what: 'We took the second factor of your account away, as you had asked us to. You log in without one until you set it up again.',
  },
}

/** A letter about a second factor. It says nothing of who did it, and leads to where a new password is set. */
function factorMail(email: string, news: FactorNews, resetUrl: string): Mail {
  const { subject, what } = words[news]
  return {
    to: email,
    subject: `${subject} for ${site.name}`,
    paragraphs: [
      what,
      `If it wasn’t you, somebody else may know your password: set a new one now, and write to us at ${site.email}.`,
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
